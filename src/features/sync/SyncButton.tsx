import { type ReactNode, useCallback, useState } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useSyncSummary } from '#data/react/syncHooks.ts'
import { formatNumber } from '#text/format.ts'
import { syncLabel } from '#text/sync.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { AlertIcon, SyncIcon } from '#ui/icons/icons.tsx'
import styles from './SyncButton.module.css'
import { useFailureNotices } from './useFailureNotices.ts'

const loadSheet = async () => (await import('./SyncSheet.tsx')).SyncSheet
const preloadSheet = () => void loadSheet().catch(ignoring(...EXPECTED_ERRORS))
/** Maximum number shown in the badge. */
const BADGE_MAX = 99

/** Summarises the sync state and opens the sync sheet; renders nothing for guests. */
export function SyncButton({
  syncNow,
  downloads,
}: {
  syncNow: () => Promise<void>
  /** as in `SyncSheet` */
  downloads?: ((onLeave: () => void) => ReactNode) | undefined
}) {
  const summary = useSyncSummary()
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useLazyComponent(loadSheet, isOpen, close)
  useFailureNotices(summary?.failed, isOpen, open)
  if (!summary) return null

  const { waiting, sending, parked } = summary
  const failed = summary.failed.length
  const figure = waiting > 0 ? waiting : failed
  const tone = failed > 0 || parked ? styles.warning : ''
  return (
    <>
      <HeaderButton
        label={syncLabel({ waiting, failed, sending, parked })}
        icon={
          <span className={`${styles.icon} ${sending ? styles.sending : ''} ${tone}`}>
            {failed > 0 && !sending ? <AlertIcon /> : <SyncIcon />}
          </span>
        }
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        {figure > 0 && (
          <span className={`${styles.badge} ${tone}`} aria-hidden="true">
            {figure > BADGE_MAX ? `${formatNumber(BADGE_MAX)}+` : formatNumber(figure)}
          </span>
        )}
      </HeaderButton>
      {Sheet && <Sheet open={isOpen} onClose={close} syncNow={syncNow} downloads={downloads} />}
    </>
  )
}
