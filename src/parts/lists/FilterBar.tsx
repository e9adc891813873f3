import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EXACT } from '#parts/navigation/links.ts'
import styles from './FilterBar.module.css'
import type { FilterOption } from './FilterMenu.tsx'

/**
 * Filters of a list. Every option is a link, so it can be opened in a new tab, shared and undone with the back button.
 * The bar scrolls sideways where it is too wide.
 */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {children}
    </nav>
  )
}

/** A few options, all visible. */
export function Segments({ label, options }: { label: string; options: FilterOption[] }) {
  return (
    <ul className={styles.segments} aria-label={label}>
      {options.map(({ key, text, link, isSelected }) => (
        <li key={key}>
          <Link
            {...link}
            activeOptions={EXACT}
            className={styles.segment}
            aria-current={isSelected ? 'true' : undefined}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A filter that is on or off; `link` toggles it. */
export function FilterChip({ text, link, isSelected }: { text: string; link: LinkProps; isSelected: boolean }) {
  return (
    <Link {...link} activeOptions={EXACT} className={styles.chip} aria-current={isSelected ? 'true' : undefined}>
      {text}
    </Link>
  )
}
