import { Link, useRouter } from '@tanstack/react-router'
import { memo, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useSession } from '#data/react/readHooks.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { OfflineBanner } from './connectivity/OfflineBanner.tsx'
import { Footer } from './Footer.tsx'
import { FirstStylesheet } from './firstStylesheet.ts'
import { focusScreenHeading } from './focusScreenHeading.ts'
import { BackButton } from './header/BackButton.tsx'
import { Header, type LinkOf } from './header/Header.tsx'
import { audienceOf, liveLink } from './header/menuLinks.tsx'
import { useScrollDirection } from './header/useScrollDirection.ts'
import { BottomBar } from './menu/BottomBar.tsx'
import { EntryBadge, UnreadDot } from './menu/EntryBadge.tsx'
import { entriesOf } from './menu/menu.ts'
import { announceUpdate } from './notices/announceUpdate.ts'
import { Snackbars } from './notices/Snackbars.tsx'
import { suggestInstall } from './notices/suggestInstall.ts'
import { RouteProgress } from './RouteProgress.tsx'
import styles from './Shell.module.css'
import { SkipLink } from './SkipLink.tsx'

const loadMenu = async () => (await import('./menu/MobileMenu.tsx')).MobileMenu
const preloadMenu = () => void loadMenu().catch(ignoring(...EXPECTED_ERRORS))

/**
 * The root layout (docs/specification.md, section 2). The root route passes in `search`, `sync` and `titlePreview`,
 * which belong to other features.
 */
export const Shell = memo(PlainShell)

function PlainShell({
  search,
  sync,
  titlePreview,
  children,
}: {
  search: ReactNode
  sync: ReactNode
  /** Covers the screen during a navigation to a title. */
  titlePreview: ReactNode
  children: ReactNode
}) {
  const router = useRouter()
  const session = useSession()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  const openMenu = () => setMenuOpen(true)
  const MobileMenu = useLazyComponent(loadMenu, isMenuOpen, closeMenu)

  useEffect(() => focusScreenHeading(router), [router])
  useEffect(announceUpdate, [])
  useEffect(() => suggestInstall(() => void router.navigate({ to: '/on-this-device' })), [router])

  const audience = audienceOf(session)
  const sheet = useContext(FirstStylesheet)
  return (
    <div className={styles.shell}>
      <SkipLink />
      <RouteProgress />
      <Top>
        <Header
          entries={entriesOf('desk', audience)}
          endEntries={audience === undefined ? [] : entriesOf('deskEnd', audience)}
          linkOf={badged}
          homeLink={({ className, children: logo, label }) => (
            <Link to="/" className={className} aria-label={label}>
              {logo}
            </Link>
          )}
          back={<BackButton />}
          onMenu={openMenu}
          menuMark={audience === 'member' && <UnreadDot />}
          onMenuNear={preloadMenu}
          search={search}
          sync={sync}
        />
      </Top>
      {sheet && <link rel="stylesheet" href={sheet} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {titlePreview}
      <Footer />
      <OfflineBanner />
      <BottomBar entries={entriesOf('bar', audience)} linkOf={badged} onMenu={openMenu} />
      {MobileMenu && <MobileMenu open={isMenuOpen} onClose={closeMenu} session={session} />}
      <Snackbars />
    </div>
  )
}

/** Holds the header. A separate component, so that scrolling re-renders only this one. */
function Top({ children }: { children: ReactNode }) {
  return <div className={`${styles.top} ${useScrollDirection() === 'down' ? styles.hidden : ''}`}>{children}</div>
}

/** A menu link with its badge. */
const badged: LinkOf = (entry, { className, children }) =>
  liveLink(entry, {
    className,
    children: (
      <>
        {children}
        <EntryBadge entry={entry} />
      </>
    ),
  })
