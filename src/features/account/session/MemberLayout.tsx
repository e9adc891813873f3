import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useSession } from '#data/react/readHooks.ts'
import { readReturnPath, returnSearch } from '#features/account/signIn/returnPath.ts'
import { expiredText } from '#text/account.ts'
import styles from './MemberLayout.module.css'
import { SignedOutScreen } from './SignedOutScreen.tsx'

/**
 * Around personal screens: while the session has expired they show what this device holds, and a quiet way back in.
 * `startsExpired` is what the guard found, so that nothing moves when the session is looked up once more. When the person
 * leaves in another tab, nothing of theirs goes on standing here; routes whose screens have words of their own for that say
 * so (`guestsToo`).
 */
export function MemberLayout({ startsExpired }: { startsExpired: boolean }) {
  const session = useSession()
  const here = useLocation({ select: ({ href }) => href })
  const guestsToo = useMatches({ select: (matches) => matches.at(-1)?.staticData.guestsToo === true })
  const isExpired = session.state === 'unknown' ? startsExpired : session.state === 'member' && session.expired
  if (session.state === 'guest' && !guestsToo) return <SignedOutScreen here={here} />
  return (
    <>
      {isExpired && <ExpiredLine here={here} />}
      <Outlet />
    </>
  )
}

function ExpiredLine({ here }: { here: string }) {
  return (
    <div className={styles.expired} role="status">
      <span>{expiredText.note}</span>
      <Link className={styles.action} to="/auth/login" search={returnSearch(readReturnPath(here))}>
        {expiredText.action}
      </Link>
    </div>
  )
}
