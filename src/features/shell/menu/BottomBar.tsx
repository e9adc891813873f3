import type { ReactNode } from 'react'
import type { LinkOf } from '#features/shell/header/Header.tsx'
import { useScrollDirection } from '#features/shell/header/useScrollDirection.ts'
import { menuText } from '#text/menu.ts'
import { MenuIcon } from '#ui/icons/icons.tsx'
import styles from './BottomBar.module.css'
import type { MenuEntry } from './menu.ts'

/** On phones, once one has scrolled past 100 px (specification, section 2). Out of sight it is out of reach as well. */
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

/** It alone follows the scrolling, and not what stands in it. */
function Bar({ children }: { children: ReactNode }) {
  const isShown = useScrollDirection() !== 'top'
  return (
    <nav className={`${styles.bar} ${isShown ? styles.shown : ''}`} aria-label={menuText.bottomBar} inert={!isShown}>
      {children}
    </nav>
  )
}
