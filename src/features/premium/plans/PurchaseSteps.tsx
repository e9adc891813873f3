import { premiumText } from '#text/premium.ts'
import { NumberedSteps } from '#ui/lists/NumberedSteps.tsx'
import styles from './PurchaseSteps.module.css'

/** Explains the steps of a purchase. */
export function PurchaseSteps() {
  return (
    <section className={styles.steps} aria-labelledby="steps">
      <h2 id="steps" className={styles.title}>
        {premiumText.steps}
      </h2>
      <NumberedSteps steps={premiumText.step} className={styles.list} />
    </section>
  )
}
