import { useEffect, useState, useSyncExternalStore } from 'react'
import { appText } from '#text/app.ts'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { dismissSnackbar, type ShownSnackbar } from '#ui/feedback/snackbar.ts'
import { CloseIcon } from '#ui/icons/icons.tsx'
import styles from './Snackbar.module.css'

/**
 * How long a snackbar stays, in ms; longer with an action or an id to copy. The timer pauses while it has hover or focus and in hidden
 * tabs.
 */
const STAY = 7_000
const STAY_TO_ACT = 10_000

/** A snackbar. Plain elements instead of MUI: it answers a tap and must not wait for a large chunk. */
export function Snackbar({ notice: { id, text, tone, action, decline, requestId } }: { notice: ShownSnackbar }) {
  const isSeen = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible')
  const [isHeld, setHeld] = useState(false)
  const stay = action || requestId !== undefined ? STAY_TO_ACT : STAY
  useEffect(() => {
    if (!isSeen || isHeld || decline !== undefined) return
    const timer = setTimeout(() => dismissSnackbar(id), stay)
    return () => clearTimeout(timer)
  }, [isSeen, isHeld, stay, id, decline])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismissSnackbar(id)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover pauses the timer, there is no action
    <div
      className={[styles.snackbar, tone === 'warning' && styles.warning, decline !== undefined && styles.asking]
        .filter(Boolean)
        .join(' ')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={styles.text}>
        {text}
        <RequestId id={requestId} />
      </p>
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
      {decline === undefined ? (
        <button type="button" className={styles.close} onClick={() => dismissSnackbar(id)} aria-label={appText.close}>
          <CloseIcon size={20} />
        </button>
      ) : (
        <button type="button" className={styles.decline} onClick={() => dismissSnackbar(id)}>
          {decline}
        </button>
      )}
    </div>
  )
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
