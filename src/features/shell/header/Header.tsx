import type { ReactNode } from 'react'
import type { MenuEntry } from '#features/shell/menu/menu.ts'
import { appText } from '#text/app.ts'
import { menuText } from '#text/menu.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { MenuIcon } from '#ui/icons/icons.tsx'
import styles from './Header.module.css'
import { Logo } from './Logo.tsx'

/** Renders an entry as a link: with the router in the app, as plain HTML in the app frame. */
export type LinkOf = (entry: MenuEntry, look: { className: string | undefined; children: ReactNode }) => ReactNode

/** Presentational header without router or data, so that the build can render it into index.html identically. */
export function Header({
  entries,
  endEntries,
  linkOf,
  homeLink,
  back,
  onMenu,
  onMenuNear,
  menuMark,
  search,
  sync,
}: {
  entries: MenuEntry[]
  /** Account entries, at the far end. */
  endEntries: MenuEntry[]
  linkOf: LinkOf
  homeLink: (look: { className: string | undefined; children: ReactNode; label: string }) => ReactNode
  /** Back button for the installed app. */
  back?: ReactNode
  onMenu?: () => void
  /** Runs when the user is about to press the menu button. */
  onMenuNear?: () => void
  /** Badge of the menu button. */
  menuMark?: ReactNode
  search: ReactNode
  sync?: ReactNode
}) {
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {back}
        <div className={styles.menu}>
          <HeaderButton
            label={menuText.menu}
            icon={<MenuIcon />}
            aria-haspopup="dialog"
            onClick={onMenu}
            onPointerEnter={onMenuNear}
            onFocus={onMenuNear}
          >
            {menuMark}
          </HeaderButton>
        </div>
        {homeLink({ className: styles.logo, children: <Logo />, label: appText.name })}
        <nav className={styles.nav} aria-label={menuText.label}>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.label}>{linkOf(entry, { className: styles.link, children: entry.label })}</li>
            ))}
          </ul>
          <ul className={styles.endList}>
            {endEntries.map((entry, at) => (
              <li key={entry.label}>
                {linkOf(entry, {
                  className: at === 0 ? styles.leading : styles.link,
                  children: 'shrinks' in entry ? <Shrinking entry={entry} /> : entry.label,
                })}
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.tools}>
          {sync}
          {search}
        </div>
      </div>
    </header>
  )
}

function Shrinking({ entry: { label, icon: Icon } }: { entry: MenuEntry }) {
  return (
    <>
      <span className={styles.text}>{label}</span>
      <span className={styles.icon}>
        <Icon size={20} />
      </span>
    </>
  )
}
