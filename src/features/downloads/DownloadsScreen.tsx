import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { setCondition } from '#data/downloads/conditions.ts'
import { recheckPermissions } from '#data/downloads/downloadOffer.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useDownloads } from '#data/react/downloadHooks.ts'
import { useDownloadConditions } from '#data/react/downloadSettingHooks.ts'
import { downloadsText } from '#text/downloads.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Switch } from '#ui/controls/Switch.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Page } from '#ui/layout/Page.tsx'
import styles from './DownloadsScreen.module.css'
import { notifyIfFailed } from './notifyIfFailed.ts'
import { VideoItem } from './VideoItem.tsx'

const loadSheet = async () => (await import('./DeleteDownloadsSheet.tsx')).DeleteDownloadsSheet

/** All downloads on this device; works offline. `storage`: renders the storage usage. */
export function DownloadsScreen({ storage }: { storage: ReactNode }) {
  const videos = useDownloads()
  return (
    <Page title={downloadsText.title} unlisted>
      {videos === undefined ? (
        <p className="sr-only" role="status">
          {downloadsText.loading}
        </p>
      ) : videos === 'guest' ? (
        <EmptyState
          drawing={<GuestDrawing />}
          title={downloadsText.guest}
          announce
          actions={
            <Link to="/auth/login" search={{ redirect: '/user/downloads' }} className={buttonClass('solid')}>
              {downloadsText.login}
            </Link>
          }
        >
          {downloadsText.guestNote}
        </EmptyState>
      ) : videos.length === 0 ? (
        <>
          <EmptyState
            drawing={<EmptyDrawing />}
            title={downloadsText.empty}
            actions={
              <Link to="/" className={buttonClass('solid')}>
                {downloadsText.browse}
              </Link>
            }
          >
            {downloadsText.emptyNote}
          </EmptyState>
          <div className={styles.downloads}>
            <Conditions />
          </div>
        </>
      ) : (
        <Downloads videos={videos} storage={storage} />
      )}
    </Page>
  )
}

/** Shown without downloads too, so that the settings apply to the first one. */
function Conditions() {
  const conditions = useDownloadConditions()
  if (!conditions) return null
  return (['wifi', 'charging'] as const).map((name) => {
    const isRequired = conditions[name]
    if (isRequired === undefined) return null
    return (
      <Switch
        key={name}
        {...downloadsText.conditions[name]}
        checked={isRequired}
        onChange={(checked) => void notifyIfFailed(() => setCondition(name, checked))}
      />
    )
  })
}

function Downloads({ videos, storage }: { videos: ShownDownload[]; storage: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  // Stays while the sheet closes.
  const [deleted, setDeleted] = useState<ShownDownload>()
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useLazyComponent(loadSheet, isOpen, close)
  const bytes = videos.reduce((sum, video) => sum + video.bytes, 0)
  const askToDelete = (video: ShownDownload | undefined) => {
    setDeleted(video)
    setOpen(true)
  }
  const check = () =>
    void recheckPermissions().catch((failure: unknown) => {
      ignoring(...EXPECTED_ERRORS)(failure)
      showSnackbar({ text: downloadsText.notChecked, tone: 'warning' })
    })
  return (
    <div className={styles.downloads}>
      <p className={styles.note}>{downloadsText.note}</p>
      <div className={styles.bar}>
        <p role="status">{downloadsText.summary(videos.length, bytes)}</p>
        <Button look="plain" onClick={() => askToDelete(undefined)} aria-haspopup="dialog">
          {downloadsText.clear}
        </Button>
      </div>
      <ul className={styles.list} aria-label={downloadsText.list}>
        {videos.map((video) => (
          <VideoItem key={video.fileId} video={video} onCheck={check} onDelete={() => askToDelete(video)} />
        ))}
      </ul>
      <Conditions />
      <div className={styles.storage}>{storage}</div>
      {Sheet && <Sheet open={isOpen} onClose={close} video={deleted} count={videos.length} bytes={bytes} />}
    </div>
  )
}
