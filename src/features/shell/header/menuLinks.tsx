import { Link, useLinkProps } from '@tanstack/react-router'
import type { SessionView } from '#data/react/readHooks.ts'
import type { Audience, MenuEntry } from '#features/shell/menu/menu.ts'
import type { LinkOf } from './Header.tsx'

type Look = Parameters<LinkOf>[1]

/** Menu entry as a router link. */
export function liveLink(entry: MenuEntry, { className, children }: Look, onClick?: () => void) {
  if ('neverCurrent' in entry) {
    return (
      <NeverCurrent entry={entry} className={className} onClick={onClick}>
        {children}
      </NeverCurrent>
    )
  }
  const activeOptions = { exact: true, includeSearch: entry.link.to === '/' }
  return (
    <Link {...entry.link} className={className} onClick={onClick} activeOptions={activeOptions}>
      {children}
    </Link>
  )
}

/** The router marks every link to the current page; of two entries with one address, only one should be marked. */
function NeverCurrent({
  entry,
  className,
  onClick,
  children,
}: Look & { entry: MenuEntry; onClick: (() => void) | undefined }) {
  const link = useLinkProps({ ...entry.link, className, onClick })
  return (
    <a {...link} aria-current={false}>
      {children}
    </a>
  )
}

/** Menu entry as plain HTML, for the app frame. */
export function plainLink({ link }: MenuEntry, { className, children }: Look) {
  const search =
    'search' in link
      ? `?${new URLSearchParams(Object.entries(link.search).map(([name, value]) => [name, String(value)]))}`
      : ''
  return (
    <a href={`${link.to}${search}`} className={className}>
      {children}
    </a>
  )
}

/** Undefined while the session is being read. A device without a session cookie is a guest's at once. */
export function audienceOf(session: SessionView): Audience | undefined {
  if (session.state === 'member') return 'member'
  return session.state === 'guest' || !session.likely ? 'guest' : undefined
}
