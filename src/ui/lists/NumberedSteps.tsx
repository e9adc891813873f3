import styles from './NumberedSteps.module.css'

/** What to do one after the other, each with its number in a ring. */
export function NumberedSteps({ steps, className = '' }: { steps: readonly string[]; className?: string | undefined }) {
  return (
    <ol className={`${styles.steps} ${className}`}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
