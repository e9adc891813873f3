import { Link } from '@tanstack/react-router'
import type { Subscription } from '#contract/account.ts'
import { daysLeft } from '#data/areas/premium.ts'
import { clock } from '#data/platform/clock.ts'
import { OrderHistory } from '#features/premium/receipts/OrderHistory.tsx'
import { useSubscription } from '#features/premium/subscription.ts'
import { goPremiumText, ordersText, premiumText } from '#text/premium.ts'
import { PlayIcon } from '#ui/icons/icons.tsx'
import { CalendarIcon, DubbedIcon, MovieIcon } from '#ui/icons/menuIcons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './GoPremiumScreen.module.css'
import { Plans } from './PlansScreen.tsx'

const ICONS = [MovieIcon, PlayIcon, DubbedIcon, CalendarIcon]

/** The current subscription, the benefits of premium and the plans. */
export function GoPremiumScreen() {
  const { session, subscription } = useSubscription()
  return (
    <Page title={goPremiumText.title} unlisted>
      {session.state === 'member' && <CurrentPlan subscription={subscription} />}
      <section className={styles.gives} aria-labelledby="gives">
        <h2 id="gives" className={styles.title}>
          {goPremiumText.gives}
        </h2>
        <ul className={styles.benefits}>
          {goPremiumText.benefits.map(({ title, note }, at) => {
            const Icon = ICONS[at] ?? MovieIcon
            return (
              <li key={title}>
                <Icon />
                <div>
                  <h3>{title}</h3>
                  <p>{note}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans" className={styles.title}>
          {subscription ? goPremiumText.extend : goPremiumText.begin}
        </h2>
        <Plans heading="h3" />
      </section>
      <p className={styles.gift}>
        <Link to="/gift">{premiumText.gift}</Link>
      </p>
      {session.state === 'member' && <OrderHistory userId={session.user.id} />}
    </Page>
  )
}

function CurrentPlan({ subscription }: { subscription: Subscription | undefined }) {
  if (!subscription) {
    return (
      <div className={styles.currentPlan}>
        <p className={styles.what}>{goPremiumText.haveNot}</p>
        <p className={styles.note}>{goPremiumText.haveNotNote}</p>
      </div>
    )
  }
  const { planName, endsAt, reserved } = subscription
  const days = daysLeft(subscription, clock.now()) ?? 0
  return (
    <div className={`${styles.currentPlan} ${styles.has}`}>
      <p className={styles.what}>{goPremiumText.have(planName)}</p>
      <p className={styles.left}>{premiumText.left(days)}</p>
      <p className={styles.note}>{goPremiumText.until(endsAt)}</p>
      {reserved > 0 && <p className={styles.note}>{goPremiumText.reserved(reserved)}</p>}
      <a href="#orders" className={styles.receipt}>
        {ordersText.title}
      </a>
    </div>
  )
}
