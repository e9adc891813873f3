import { Link } from '@tanstack/react-router'
import type { SessionView } from '#data/react/readHooks.ts'
import { Logo } from '#features/shell/header/Logo.tsx'
import { audienceOf, liveLink } from '#features/shell/header/menuLinks.tsx'
import { appText } from '#text/app.ts'
import { menuText } from '#text/menu.ts'
import { useCloseRequest } from '#ui/browser/useCloseRequest.ts'
import { CloseIcon } from '#ui/icons/icons.tsx'
import { Drawer } from '#ui/layout/Drawer.tsx'
import { Themed } from '#ui/theme/Themed.tsx'
import { EntryBadge } from './EntryBadge.tsx'
import styles from './MobileMenu.module.css'
import { entriesOf, groupOf, MENU_GROUPS } from './menu.ts'

/** Slide-out menu of phones. Opens from the start side and can be swiped away. */
export function MobileMenu({ open, onClose, session }: { open: boolean; onClose: () => void; session: SessionView }) {
  useCloseRequest(open, onClose)
  const entries = entriesOf('drawer', audienceOf(session))
  return (
    <Themed>
      <Drawer anchor="left" open={open} onClose={onClose} className={styles.paper} aria-label={menuText.label}>
        <div className={styles.head}>
          <Link to="/" className={styles.logo} aria-label={appText.name} onClick={onClose}>
            <Logo />
          </Link>
          <button type="button" className={styles.close} onClick={onClose} aria-label={appText.close}>
            <CloseIcon />
          </button>
        </div>
        {session.state === 'member' && <p className={styles.name}>{session.user.name}</p>}
        <nav aria-label={menuText.label}>
          {MENU_GROUPS.map((group) => (
            <ul key={group} className={styles.group}>
              {entries
                .filter((entry) => groupOf(entry) === group)
                .map((entry) => (
                  <li key={entry.label}>
                    {liveLink(
                      entry,
                      {
                        className: styles.item,
                        children: (
                          <>
                            <entry.icon />
                            {entry.label}
                            <EntryBadge entry={entry} />
                          </>
                        ),
                      },
                      onClose,
                    )}
                  </li>
                ))}
            </ul>
          ))}
        </nav>
      </Drawer>
    </Themed>
  )
}
