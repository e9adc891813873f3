import { premiumText } from '#text/premium.ts'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './Features.module.css'

/** The features of a plan, each with a tick. */
export function Features({ features }: { features: string[] }) {
  return (
    <ul className={styles.features} aria-label={premiumText.features}>
      {features.map((feature) => (
        <li key={feature}>
          <CheckIcon size={18} />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  )
}
