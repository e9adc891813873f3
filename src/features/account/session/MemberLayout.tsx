import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useSession } from '#data/react/readHooks.ts'
import { readReturnPath, returnSearch } from '#features/account/signIn/returnPath.ts'
import { expiredText } from '#text/account.ts'
import styles from './MemberLayout.module.css'
import { SignedOutScreen } from './SignedOutScreen.tsx'

/**
 * Layout of personal screens. With an expired session, shows cached data and a link to sign in. `startsExpired` is the
 * guard's result and avoids a layout shift before the session is loaded. After a sign-out in another tab, hides the
 * personal data; routes with `guestsToo` show their own message instead.
 */
export function MemberLayout({ startsExpired }: { startsExpired: boolean }) {
  const session = useSession()
  const href = useLocation({ select: ({ href }) => href })
  const guestsToo = useMatches({ select: (matches) => matches.at(-1)?.staticData.guestsToo === true })
  const isExpired = session.state === 'unknown' ? startsExpired : session.state === 'member' && session.expired
  if (session.state === 'guest' && !guestsToo) return <SignedOutScreen href={href} />
  return (
    <>
      {isExpired && <ExpiredLine href={href} />}
      <Outlet />
    </>
  )
}

function ExpiredLine({ href }: { href: string }) {
  return (
    <div className={styles.expired} role="status">
      <span>{expiredText.note}</span>
      <Link className={styles.action} to="/auth/login" search={returnSearch(readReturnPath(href))}>
        {expiredText.action}
      </Link>
    </div>
  )
}
