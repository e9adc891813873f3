import { Link } from '@tanstack/react-router'
import { BackIcon } from '#ui/icons/icons.tsx'
import styles from './BackToTitle.module.css'
import { titleLink } from './links.ts'

/**
 * Link from a screen about a title back to the title page; `children`: its text. Keeps its height while the title is
 * unknown, since it may load after the rest of the screen.
 */
export function BackToTitle({
  title,
  children,
}: {
  title: { id: number; path: string } | undefined
  children: string
}) {
  if (!title) return <span className={styles.back} />
  return (
    <Link {...titleLink(title)} className={styles.back}>
      <BackIcon size={18} />
      {children}
    </Link>
  )
}
