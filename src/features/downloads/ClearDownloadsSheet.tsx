import { useState } from 'react'
import { clearDownloads } from '#data/downloads/downloads.ts'
import { downloadsText } from '#text/downloads.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button } from '#ui/controls/Button.tsx'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './DownloadSheet.module.css'
import { notifyIfFailed } from './notifyIfFailed.ts'

/** Asks for confirmation before deleting all downloads. */
export function ClearDownloadsSheet({
  open,
  onClose,
  count,
  bytes,
}: {
  open: boolean
  onClose: () => void
  count: number
  bytes: number
}) {
  const [isClearing, setClearing] = useState(false)
  const clear = async () => {
    setClearing(true)
    await notifyIfFailed(clearDownloads, downloadsText.cleared)
    setClearing(false)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={downloadsText.clearAsk}
      footer={
        <div className={acts.actions}>
          <Button look="danger" busy={isClearing ? downloadsText.clearing : undefined} onClick={() => void clear()}>
            {downloadsText.clearYes}
          </Button>
          <Button onClick={onClose}>{downloadsText.clearNo}</Button>
        </div>
      }
    >
      <p className={styles.note}>{downloadsText.clearNote(count, bytes)}</p>
    </Sheet>
  )
}
