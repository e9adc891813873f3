import type { Plan } from '#contract/premium.ts'
import { premiumText } from '#text/premium.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { PlanCard } from './PlanCard.tsx'
import styles from './PlanCards.module.css'

/** All plans side by side. */
export function PlanCards({ plans, heading }: { plans: Plan[]; heading?: 'h2' | 'h3' }) {
  return (
    <ul className={styles.cards} aria-label={premiumText.list}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} {...(heading === undefined ? {} : { heading })} />
        </li>
      ))}
    </ul>
  )
}

/** Sized for the plans of the default catalogue. */
export function PlanCardsSkeleton() {
  return (
    <div role="status" aria-label={premiumText.loading} className={styles.cards}>
      <Skeleton blockSize={430} radius="var(--radius-l)" />
      <Skeleton blockSize={430} radius="var(--radius-l)" />
      <Skeleton blockSize={430} radius="var(--radius-l)" />
      <Skeleton blockSize={430} radius="var(--radius-l)" />
    </div>
  )
}
