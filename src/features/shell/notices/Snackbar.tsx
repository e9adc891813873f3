import { useEffect, useState, useSyncExternalStore } from 'react'
import { appText } from '#text/app.ts'
import { dismissSnackbar, type ShownSnackbar } from '#ui/feedback/snackbar.ts'
import { CloseIcon } from '#ui/icons/icons.tsx'
import styles from './Snackbar.module.css'

/**
 * How long a notice stays, in ms: longer when there is something to do about it. Resting on it holds it, and in a tab
 * that nobody looks at it waits.
 */
const STAY = 7_000
const STAY_TO_ACT = 10_000

/**
 * One notice at the foot of the screen, in a region that screen readers listen to. Plain elements: it comes with the answer
 * to a tap, which must not wait for it.
 */
export function Snackbar({ notice: { id, text, tone, action } }: { notice: ShownSnackbar }) {
  const isSeen = useSyncExternalStore(watchSight, () => document.visibilityState === 'visible')
  const [isHeld, setHeld] = useState(false)
  const stay = action ? STAY_TO_ACT : STAY
  useEffect(() => {
    if (!isSeen || isHeld) return
    const timer = setTimeout(() => dismissSnackbar(id), stay)
    return () => clearTimeout(timer)
  }, [isSeen, isHeld, stay, id])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismissSnackbar(id)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it holds it, there is nothing to press
    <div
      className={`${styles.snackbar} ${tone === 'warning' ? styles.warning : ''}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={styles.text}>{text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.act()
            dismissSnackbar(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} onClick={() => dismissSnackbar(id)} aria-label={appText.close}>
        <CloseIcon size={20} />
      </button>
    </div>
  )
}

function watchSight(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
