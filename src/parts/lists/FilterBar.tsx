import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EXACT } from '#parts/navigation/links.ts'
import styles from './FilterBar.module.css'
import type { FilterOption } from './FilterMenu.tsx'

/**
 * What to see of a list. Every choice is an address: it can be opened beside, shared, and gone back from. Too many for the
 * screen are pushed sideways.
 */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {children}
    </nav>
  )
}

/** One of a few, all in sight. */
export function Segments({ label, choices }: { label: string; choices: FilterOption[] }) {
  return (
    <ul className={styles.segments} aria-label={label}>
      {choices.map(({ key, words, link, isChosen }) => (
        <li key={key}>
          <Link {...link} activeOptions={EXACT} className={styles.segment} aria-current={isChosen ? 'true' : undefined}>
            {words}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Something that is asked for, or not; `link` leads to the other of the two. */
export function FilterChip({ words, link, isChosen }: { words: string; link: LinkProps; isChosen: boolean }) {
  return (
    <Link {...link} activeOptions={EXACT} className={styles.chip} aria-current={isChosen ? 'true' : undefined}>
      {words}
    </Link>
  )
}
