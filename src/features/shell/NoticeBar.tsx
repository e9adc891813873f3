import Snackbar from '@mui/material/Snackbar'
import { useSyncExternalStore } from 'react'
import { appText } from '#text/app.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { dismissNotice, type Shown } from '#ui/notice.ts'
import { Themed } from '#ui/Themed.tsx'
import styles from './NoticeBar.module.css'

/**
 * How long a notice stays, in ms: longer when there is something to do about it. Resting on it holds it, and in a tab
 * that nobody looks at it waits.
 */
const STAY = 7_000
const STAY_TO_ACT = 10_000

/** One notice at the foot of the screen. It stands in a region that screen readers listen to. */
export function NoticeBar({ notice }: { notice: Shown }) {
  const close = () => dismissNotice(notice.id)
  const { action } = notice
  const isSeen = useSyncExternalStore(watchSight, () => document.visibilityState === 'visible')
  return (
    <Themed>
      <Snackbar
        key={notice.id}
        open
        className={styles.place ?? ''}
        autoHideDuration={isSeen ? (action ? STAY_TO_ACT : STAY) : null}
        onClose={(_, reason) => {
          if (reason !== 'clickaway') close()
        }}
      >
        <div className={`${styles.notice} ${notice.tone === 'warning' ? styles.warning : ''}`}>
          <p className={styles.text}>{notice.text}</p>
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                action.act()
                close()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={styles.close} onClick={close} aria-label={appText.close}>
            <CloseIcon size={20} />
          </button>
        </div>
      </Snackbar>
    </Themed>
  )
}

function watchSight(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
