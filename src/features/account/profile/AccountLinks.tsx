import { Link } from '@tanstack/react-router'
import { PasswordLink } from '#features/account/password/PasswordLink.tsx'
import { profileText } from '#text/profile.ts'
import actions from '#ui/controls/Actions.module.css'
import { buttonClass } from '#ui/controls/Button.tsx'

/** Links to the screens that change the account's name, e-mail address and password. */
export function AccountLinks() {
  return (
    <div className={actions.actions}>
      <Link to="/user/account" className={buttonClass('quiet')}>
        {profileText.title}
      </Link>
      <PasswordLink />
    </div>
  )
}
