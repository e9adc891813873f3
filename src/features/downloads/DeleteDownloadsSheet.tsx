import { useState } from 'react'
import { clearDownloads, deleteDownload } from '#data/downloads/downloads.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { useSeriesRules } from '#data/react/downloadSettingHooks.ts'
import { downloadsText } from '#text/downloads.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button } from '#ui/controls/Button.tsx'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './DownloadSheet.module.css'
import { notifyIfFailed } from './notifyIfFailed.ts'
import { fullName } from './videoTexts.ts'

/** Asks for confirmation before deleting one download, or all of them without `video`: both cannot be undone. */
export function DeleteDownloadsSheet({
  open,
  onClose,
  video,
  count,
  bytes,
}: {
  open: boolean
  onClose: () => void
  video: ShownDownload | undefined
  /** Number and size of all downloads. */
  count: number
  bytes: number
}) {
  const [isDeleting, setDeleting] = useState(false)
  const hasRules = (useSeriesRules() ?? []).length > 0
  const confirm = async () => {
    setDeleting(true)
    await (video
      ? notifyIfFailed(() => deleteDownload(video.fileId), downloadsText.removed(fullName(video)))
      : notifyIfFailed(clearDownloads, downloadsText.cleared))
    setDeleting(false)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={video ? downloadsText.removeAsk : downloadsText.clearAsk}
      footer={
        <div className={acts.actions}>
          <Button look="danger" busy={isDeleting ? downloadsText.clearing : undefined} onClick={() => void confirm()}>
            {video ? downloadsText.removeYes : downloadsText.clearYes}
          </Button>
          <Button onClick={onClose}>{downloadsText.clearNo}</Button>
        </div>
      }
    >
      <p className={styles.note}>
        {video ? downloadsText.removeNote(fullName(video), video.bytes) : downloadsText.clearNote(count, bytes)}
      </p>
      {!video && hasRules && <p className={styles.note}>{downloadsText.clearRules}</p>}
    </Sheet>
  )
}
