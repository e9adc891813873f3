import { Link } from '@tanstack/react-router'
import { useSession } from '#data/react/readHooks.ts'
import { editPasswordText } from '#text/access.ts'
import { buttonClass } from '#ui/controls/Button.tsx'

/** To where the password is changed; nothing for who has none, coming from Telegram. */
export function PasswordLink() {
  const session = useSession()
  if (session.state !== 'member' || session.user.email === null) return null
  return (
    <Link to="/user/edit-password" className={buttonClass('quiet')}>
      {editPasswordText.title}
    </Link>
  )
}
