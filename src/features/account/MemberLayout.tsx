import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useSession } from '#data/hooks.ts'
import { expiredText } from '#text/account.ts'
import styles from './MemberLayout.module.css'
import { readReturnPath, returnSearch } from './returnPath.ts'

/**
 * Around personal screens: while the session has expired they show what this device holds, and a quiet way back in.
 * `startsExpired` is what the guard found, so that nothing moves when the session is looked up once more.
 */
export function MemberLayout({ startsExpired }: { startsExpired: boolean }) {
  const session = useSession()
  const isExpired = session.state === 'unknown' ? startsExpired : session.state === 'member' && session.expired
  return (
    <>
      {isExpired && <ExpiredLine />}
      <Outlet />
    </>
  )
}

function ExpiredLine() {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <div className={styles.expired} role="status">
      <span>{expiredText.note}</span>
      <Link className={styles.action} to="/auth/login" search={returnSearch(readReturnPath(here))}>
        {expiredText.action}
      </Link>
    </div>
  )
}
