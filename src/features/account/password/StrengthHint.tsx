import { strengthText } from '#text/account.ts'
import { passwordStrength } from './passwordStrength.ts'
import styles from './StrengthHint.module.css'

const BARS = [1, 2, 3, 4]

/** Shows the password's strength as bars and text; renders nothing while the field is empty. */
export function StrengthHint({ password, personal }: { password: string; personal: string[] }) {
  if (password === '') return null
  const strength = passwordStrength(password, personal)
  return (
    <div className={styles.strength} data-strength={strength}>
      <span className={styles.bars} aria-hidden="true">
        {BARS.map((bar) => (
          <span key={bar} className={`${styles.bar} ${bar <= strength ? styles.lit : ''}`} />
        ))}
      </span>
      <span className={styles.text} role="status">
        <span className="sr-only">{strengthText.label}: </span>
        {strengthText.words[strength]}
      </span>
    </div>
  )
}
