import { Link, useLocation } from '@tanstack/react-router'
import type { File } from '#contract/files.ts'
import { filesText } from '#text/files.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { LockIcon } from '#ui/icons/fileIcons.tsx'
import styles from './AccessNote.module.css'

/** Explains once, for all files, why the user cannot access some of them, and links to sign-in or premium. */
export function AccessNote({ files }: { files: File[] }) {
  const href = useLocation({ select: ({ href }) => href })
  const forMembers = files.filter(({ needs }) => needs === 'login')
  const forPremium = files.filter(({ locked, needs }) => locked && needs === 'premium')
  if (forMembers.length === 0 && forPremium.length === 0) return null
  const isLogin = forMembers.length > 0
  return (
    <div className={styles.note}>
      <span className={styles.icon}>
        <LockIcon size={20} />
      </span>
      <p className={styles.text}>
        {isLogin
          ? forMembers.every(({ locked }) => locked)
            ? filesText.loginLocked
            : filesText.loginNote
          : forPremium.length === files.length
            ? filesText.premiumNote
            : filesText.premiumSome}
      </p>
      {isLogin ? (
        <Link to="/auth/login" search={{ redirect: href }} className={buttonClass('solid')}>
          {filesText.login}
        </Link>
      ) : (
        <Link to="/premium/plans" className={buttonClass('solid')}>
          {filesText.premium}
        </Link>
      )}
    </div>
  )
}
