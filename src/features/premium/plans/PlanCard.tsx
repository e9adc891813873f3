import { Link } from '@tanstack/react-router'
import type { Plan } from '#contract/premium.ts'
import { premiumText } from '#text/premium.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Features } from './Features.tsx'
import styles from './PlanCard.module.css'
import { PopularMark } from './PopularMark.tsx'
import { Price } from './Price.tsx'

/** A plan in the list of plans. */
export function PlanCard({ plan, heading: Heading = 'h2' }: { plan: Plan; heading?: 'h2' | 'h3' }) {
  const { id, name, days, features, popular } = plan
  const params = { id: String(id) }
  return (
    <article className={`${styles.card} ${popular ? styles.popular : ''}`}>
      <header className={styles.head}>
        <Heading className={styles.name}>{name}</Heading>
        {popular && <PopularMark />}
        <p className={styles.days}>{premiumText.days(days)}</p>
      </header>
      <Price plan={plan} />
      <Features features={features} />
      <div className={styles.actions}>
        <Link
          to="/premium/join/$id"
          params={params}
          className={buttonClass(popular ? 'solid' : 'quiet', { wide: true })}
          aria-label={premiumText.chooseOf(name)}
        >
          {premiumText.choose}
        </Link>
        <Link
          to="/premium/plans/$id"
          params={params}
          className={buttonClass('plain', { wide: true })}
          aria-label={premiumText.detailsOf(name)}
        >
          {premiumText.details}
        </Link>
      </div>
    </article>
  )
}
