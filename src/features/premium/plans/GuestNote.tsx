import { Link } from '@tanstack/react-router'
import { joinText } from '#text/premium.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import styles from './GuestNote.module.css'

/** Asks guests to sign in or register before buying, and returns them to `href`. */
export function GuestNote({ href }: { href: string }) {
  const search = { redirect: href }
  return (
    <div className={styles.note}>
      <p>{joinText.guest}</p>
      <Link to="/auth/login" search={search} className={buttonClass('solid', { wide: true })}>
        {joinText.login}
      </Link>
      <Link to="/auth/register" search={search} className={buttonClass('quiet', { wide: true })}>
        {joinText.register}
      </Link>
    </div>
  )
}
