import type { Plan } from '#contract/premium.ts'
import { premiumText, toman } from '#text/premium.ts'
import styles from './Price.module.css'
import { discountPercent, monthlyPrice } from './prices.ts'

/** The price of a plan, its former price and the price per month. */
export function Price({ plan, large = false }: { plan: Plan; large?: boolean }) {
  const percent = discountPercent(plan)
  const monthly = monthlyPrice(plan)
  return (
    <div className={`${styles.price} ${large ? styles.large : ''}`}>
      <p className={styles.before}>
        {percent !== undefined && plan.oldPrice !== null && (
          <>
            <span className="sr-only">{premiumText.was}</span>
            <s>{toman(plan.oldPrice)}</s>
            <span className={styles.off}>{premiumText.off(percent)}</span>
          </>
        )}
      </p>
      <p className={styles.now}>{toman(plan.price)}</p>
      <p className={styles.monthly}>{monthly === undefined ? '' : premiumText.monthly(monthly)}</p>
    </div>
  )
}
