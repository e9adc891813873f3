import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { recheckPermissions } from '#data/downloads/downloadOffer.ts'
import { isQueued } from '#data/downloads/downloadQueue.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useDownloads } from '#data/react/downloadHooks.ts'
import { useDownloadConditions, useDownloadLimit, useSeriesRules } from '#data/react/downloadSettingHooks.ts'
import { requestIdOf } from '#data/react/readHooks.ts'
import { downloadsText } from '#text/downloads.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DownloadFacts } from './DownloadFacts.tsx'
import { DownloadSettings } from './DownloadSettings.tsx'
import styles from './DownloadsScreen.module.css'
import { QueueList } from './QueueList.tsx'
import { SeriesRules } from './SeriesRules.tsx'
import { useDownloadWait } from './useDownloadWait.ts'
import { VideoItem } from './VideoItem.tsx'
import type { Wait } from './videoTexts.ts'

const loadSheet = async () => (await import('./DeleteDownloadsSheet.tsx')).DeleteDownloadsSheet

/** All downloads on this device; works offline. `storage`: renders the storage usage. */
export function DownloadsScreen({ storage }: { storage: ReactNode }) {
  const videos = useDownloads()
  const wait = useDownloadWait()
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
            <About videos={videos} wait={wait} />
          </div>
        </>
      ) : (
        <Downloads videos={videos} wait={wait} storage={storage} />
      )}
    </Page>
  )
}

function Downloads({ videos, wait, storage }: { videos: ShownDownload[]; wait: Wait; storage: ReactNode }) {
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
      showSnackbar({ text: downloadsText.notChecked, tone: 'warning', requestId: requestIdOf(failure) })
    })
  return (
    <div className={styles.downloads}>
      <div>
        <p className={styles.note}>{downloadsText.note}</p>
        <div className={styles.bar}>
          <p role="status">{downloadsText.summary(videos.length, bytes)}</p>
          <Button look="plain" onClick={() => askToDelete(undefined)} aria-haspopup="dialog">
            {downloadsText.clear}
          </Button>
        </div>
      </div>
      <Part title={downloadsText.queue} videos={videos.filter(isQueued)}>
        {(queue) => <QueueList videos={queue} wait={wait} onCheck={check} onDelete={askToDelete} />}
      </Part>
      <Part title={downloadsText.kept} videos={videos.filter((video) => !isQueued(video))}>
        {(kept) => (
          <ul className={styles.list}>
            {kept.map((video) => (
              <VideoItem
                key={video.fileId}
                video={video}
                wait={wait}
                onCheck={check}
                onDelete={() => askToDelete(video)}
              />
            ))}
          </ul>
        )}
      </Part>
      <About videos={videos} wait={wait}>
        {storage}
      </About>
      {Sheet && <Sheet open={isOpen} onClose={close} video={deleted} count={videos.length} bytes={bytes} />}
    </div>
  )
}

/** A titled part of the downloads; renders nothing without items. */
function Part({
  title,
  videos,
  children,
}: {
  title: string
  videos: ShownDownload[]
  children: (videos: ShownDownload[]) => ReactNode
}) {
  const id = useId()
  if (videos.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children(videos)}
    </section>
  )
}

/** Rules, settings and explanations, which a screen without downloads shows too. All appear at once, so that none moves another. */
function About({ videos, wait, children }: { videos: ShownDownload[]; wait: Wait; children?: ReactNode }) {
  const rules = useSeriesRules()
  const conditions = useDownloadConditions()
  const limit = useDownloadLimit()
  if (rules === undefined || conditions === undefined || limit === undefined) return null
  return (
    <>
      <SeriesRules states={rules} wait={wait} />
      <DownloadSettings videos={videos} conditions={conditions} limit={limit} />
      <DownloadFacts />
      {children}
    </>
  )
}
