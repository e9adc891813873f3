import type { ReactNode } from 'react'
import type { LinkOf } from '#features/shell/header/Header.tsx'
import { useScrollDirection } from '#features/shell/header/useScrollDirection.ts'
import { menuText } from '#text/menu.ts'
import { MenuIcon } from '#ui/icons/icons.tsx'
import styles from './BottomBar.module.css'
import type { MenuEntry } from './menu.ts'

/**
 * Bottom bar of phones, shown after scrolling past 100 px (docs/specification.md, section 2) and inert while hidden.
 */
export function BottomBar({ entries, linkOf, onMenu }: { entries: MenuEntry[]; linkOf: LinkOf; onMenu: () => void }) {
  const item = (icon: ReactNode, label: string) => (
    <>
      {icon}
      <span>{label}</span>
    </>
  )
  return (
    <Bar>
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={onMenu}>
        {item(<MenuIcon />, menuText.menu)}
      </button>
      {entries.map((entry) => (
        <span key={entry.label} className={styles.slot}>
          {linkOf(entry, { className: styles.item, children: item(<entry.icon />, entry.label) })}
        </span>
      ))}
    </Bar>
  )
}

/** A separate component, so that scrolling does not re-render the entries. */
function Bar({ children }: { children: ReactNode }) {
  const isShown = useScrollDirection() !== 'top'
  return (
    <nav className={`${styles.bar} ${isShown ? styles.shown : ''}`} aria-label={menuText.bottomBar} inert={!isShown}>
      {children}
    </nav>
  )
}
