import { premiumText } from '#text/premium.ts'
import styles from './PopularMark.module.css'

/** Marks the plan that most users choose. */
export function PopularMark() {
  return <span className={styles.mark}>{premiumText.popular}</span>
}
