import { Link } from '@tanstack/react-router'
import { BackIcon } from '#ui/icons/icons.tsx'
import styles from './BackToTitle.module.css'
import { titleLink } from './links.ts'
import { posterTransition } from './posterTransition.ts'

/** From a screen about a title the way back to its page; `children`: the words. */
export function BackToTitle({ title, children }: { title: { id: number; path: string }; children: string }) {
  return (
    <Link {...titleLink(title)} className={styles.back} viewTransition={posterTransition}>
      <BackIcon size={18} />
      {children}
    </Link>
  )
}
