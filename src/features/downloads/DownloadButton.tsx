import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useDownload } from '#data/react/downloadHooks.ts'
import { downloadText } from '#text/downloads.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import icon from '#ui/controls/IconButton.module.css'
import { DeviceDownloadIcon, DownloadedIcon } from '#ui/icons/downloadIcons.tsx'
import { AlertIcon, PauseIcon } from '#ui/icons/icons.tsx'
import styles from './DownloadButton.module.css'
import type { DownloadItem } from './downloadable.ts'
import { useDownloadWait } from './useDownloadWait.ts'
import { downloadedFraction, type Wait, waitText } from './videoTexts.ts'

type Look = 'round' | 'text'

const loadSheet = async () => (await import('./DownloadSheet.tsx')).DownloadSheet
const preloadSheet = () => void loadSheet().catch(ignoring(...EXPECTED_ERRORS))

/**
 * Opens the download sheet with qualities and sizes. Once requested, shows the download's state and links to the
 * downloads screen. The sheet sends guests to the sign-in screen. `version`: the version's description. `look`: `round`
 * is the icon alone; other looks have a label.
 */
export function DownloadButton({
  thing,
  version,
  look = 'round',
}: {
  thing: DownloadItem
  version: string
  look?: Look
}) {
  const { title, episodeId, file } = thing
  const video = useDownload({ titleId: title.id, episodeId, fileId: file?.id })
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useLazyComponent(loadSheet, isOpen, close)
  const className = look === 'text' ? buttonClass('quiet') : icon.icon
  if (video === undefined && look === 'round') return <span className={className} aria-hidden="true" />
  if (video) return <RequestedDownload video={video} version={version} look={look} className={className} />
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={downloadText.labelOf(version)}
        title={look === 'round' ? downloadText.label : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        <DeviceDownloadIcon size={look === 'text' ? 20 : 22} />
        {look === 'text' && <span>{downloadText.label}</span>}
      </button>
      {Sheet && <Sheet open={isOpen} onClose={close} thing={thing} />}
    </>
  )
}

/** Shows the state of a download and links to the downloads screen. */
function RequestedDownload({
  video,
  version,
  look,
  className,
}: {
  video: ShownDownload
  version: string
  look: Look
  className: string | undefined
}) {
  const { label, text, sign } = stateOf(video, version, useDownloadWait())
  const isHere = video.state === 'kept' && video.refusal === undefined
  return (
    <Link
      to="/user/downloads"
      className={className}
      data-here={isHere || undefined}
      aria-label={label}
      title={look === 'round' ? label : undefined}
    >
      {sign}
      {look === 'text' && <span>{text}</span>}
    </Link>
  )
}

function stateOf(video: ShownDownload, version: string, wait: Wait): { label: string; text: string; sign: ReactNode } {
  if (video.state === 'kept' && video.refusal === undefined)
    return { label: downloadText.complete(version), text: downloadText.here, sign: <DownloadedIcon size={22} /> }
  if (video.state === 'wanted') {
    const part = downloadedFraction(video)
    const waits = waitText(video, wait)
    return {
      label: waits ? downloadText.waits(version, waits) : downloadText.fetching(version, part),
      text: waits ?? downloadText.coming(part),
      sign: <Ring part={part} />,
    }
  }
  const isPaused = video.state === 'paused'
  return {
    label: downloadText.stopped(version),
    text: isPaused ? downloadText.paused : downloadText.unfinished,
    sign: isPaused ? <PauseIcon size={20} /> : <AlertIcon size={20} />,
  }
}

/** A progress ring. */
function Ring({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 24 24" width={22} height={22} className={styles.ring} aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="9" pathLength={100} strokeDasharray={`${Math.max(2, part * 100)} 100`} />
    </svg>
  )
}
