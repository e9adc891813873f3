import { appText } from '#text/app.ts'
import { persianDigits } from '#text/format.ts'
import { DataSaverSwitch } from './DataSaverSwitch.tsx'
import styles from './Footer.module.css'
import { Logo } from './header/Logo.tsx'

const YEAR = new Intl.DateTimeFormat('en-u-ca-persian', { year: 'numeric' })

/** The copyright line (specification, section 2). Social links stand here when there are any. */
export function Footer() {
  // English writes «1404 AP»: the year is its digits.
  const year = persianDigits(YEAR.format(new Date()).replace(/\D/g, ''))
  return (
    <footer className={styles.footer}>
      <Logo />
      <p>{appText.motto}</p>
      <DataSaverSwitch />
      <p className={styles.copyright}>{appText.copyright(year)}</p>
    </footer>
  )
}
