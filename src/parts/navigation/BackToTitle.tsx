import { Link } from '@tanstack/react-router'
import { BackIcon } from '#ui/icons/icons.tsx'
import styles from './BackToTitle.module.css'
import { titleLink } from './links.ts'

/** Link from a screen about a title back to the title page; `children`: its text. */
export function BackToTitle({ title, children }: { title: { id: number; path: string }; children: string }) {
  return (
    <Link {...titleLink(title)} className={styles.back}>
      <BackIcon size={18} />
      {children}
    </Link>
  )
}
