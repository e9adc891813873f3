import styles from './NumberedSteps.module.css'

/** Numbered instructions. */
export function NumberedSteps({ steps, className = '' }: { steps: readonly string[]; className?: string | undefined }) {
  return (
    <ol className={`${styles.steps} ${className}`}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
