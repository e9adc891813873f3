import { Link } from '@tanstack/react-router'
import { useYear } from '#parts/cards/useYear.ts'
import { appText } from '#text/app.ts'
import { persianDigits } from '#text/format.ts'
import { menuText } from '#text/menu.ts'
import { DataSaverSwitch } from './DataSaverSwitch.tsx'
import styles from './Footer.module.css'
import { Logo } from './header/Logo.tsx'
import { SocialLinks } from './SocialLinks.tsx'

const YEAR = new Intl.DateTimeFormat('en-u-ca-persian', { year: 'numeric', timeZone: 'UTC' })
// The `en` locale formats the Persian year as «1404 AP»; only its digits are needed.
const persianYear = (at: number) => Number(YEAR.format(at).replace(/\D/g, ''))

/** Motto, data saver, social links and copyright line (docs/specification.md, section 2). */
export function Footer() {
  const year = persianDigits(String(useYear(persianYear)))
  return (
    <footer className={styles.footer}>
      <Logo />
      <p>{appText.motto}</p>
      <DataSaverSwitch />
      <nav className={styles.links} aria-label={menuText.device}>
        <Link to="/user/downloads">{menuText.downloads}</Link>
        <Link to="/on-this-device">{menuText.deviceTitles}</Link>
      </nav>
      <SocialLinks />
      <p className={styles.copyright}>{appText.copyright(year)}</p>
    </footer>
  )
}
