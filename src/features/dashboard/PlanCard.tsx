import { Link } from '@tanstack/react-router'
import type { Subscription } from '#contract/account.ts'
import { daysLeft } from '#data/areas/premium.ts'
import { clock } from '#data/platform/clock.ts'
import { dashboardText } from '#text/dashboard.ts'
import { premiumText } from '#text/premium.ts'
import acts from '#ui/controls/Actions.module.css'
import { buttonClass } from '#ui/controls/Button.tsx'
import styles from './PlanCard.module.css'

/** The current subscription and its end. */
export function PlanCard({ subscription }: { subscription: Subscription | null }) {
  const days = subscription === null ? undefined : daysLeft(subscription, clock.now())
  if (subscription === null || days === undefined) {
    return (
      <section className={styles.card} aria-label={dashboardText.plan}>
        <p className={styles.name}>{dashboardText.noPlan}</p>
        <p className={styles.note}>
          {subscription === null ? dashboardText.noPlanNote : dashboardText.ended(subscription.endsAt)}
        </p>
        <div className={acts.actions}>
          <Link to="/gopremium" className={buttonClass('solid')}>
            {dashboardText.premium}
          </Link>
          <GiftLink />
        </div>
      </section>
    )
  }
  const { planName, endsAt, reserved } = subscription
  return (
    <section className={`${styles.card} ${styles.active}`} aria-label={dashboardText.plan}>
      <div className={styles.line}>
        <p className={styles.name}>{planName}</p>
        <p className={styles.days}>{premiumText.left(days)}</p>
      </div>
      <p className={styles.note}>
        {dashboardText.until(endsAt)}
        {reserved > 0 && `، ${dashboardText.reserved(reserved)}`}
      </p>
      <div className={acts.actions}>
        <Link to="/premium/plans" className={buttonClass()}>
          {dashboardText.extend}
        </Link>
        <Link to="/gopremium" hash="orders" className={buttonClass('plain')}>
          {dashboardText.orders}
        </Link>
        <GiftLink />
      </div>
    </section>
  )
}

function GiftLink() {
  return (
    <Link to="/gift" className={buttonClass('plain')}>
      {dashboardText.gift}
    </Link>
  )
}
