import { Link } from '@tanstack/react-router'
import { useSession } from '#data/react/readHooks.ts'
import { editPasswordText } from '#text/access.ts'
import { buttonClass } from '#ui/controls/Button.tsx'

/** Link to the password screen; renders nothing for Telegram accounts, which have no password. */
export function PasswordLink() {
  const session = useSession()
  if (session.state !== 'member' || session.user.email === null) return null
  return (
    <Link to="/user/edit-password" className={buttonClass('quiet')}>
      {editPasswordText.title}
    </Link>
  )
}
