import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { useKeptVideo } from '#data/keptHooks.ts'
import { downloadsText, keepText } from '#text/downloads.ts'
import { filesText } from '#text/files.ts'
import { AlertIcon, PauseIcon } from '#ui/icons.tsx'
import { KeepIcon, KeptIcon } from '#ui/keepIcons.tsx'
import { useOnDemand } from '#ui/useOnDemand.ts'
import styles from './KeepButton.module.css'
import { partOf } from './videoWords.ts'

const loadSheet = async () => (await import('./KeepSheet.tsx')).KeepSheet
const preloadSheet = () => void loadSheet().catch(() => undefined)

/**
 * Keeps a file on this device: opens the sheet with qualities and sizes; once it is wanted here, how it stands, and the way to
 * the downloads. Guests are taken to signing in by the sheet. Nothing where there is no stream to keep.
 */
export function KeepButton({ title, file }: { title: TitleCard; file: File }) {
  const video = useKeptVideo(file.id)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useOnDemand(loadSheet, isOpen, close)
  if (video === undefined || (file.stream === null && !video))
    return <span className={styles.keep} aria-hidden="true" />
  const episode = downloadsText.episode(file.season, file.episode)
  const version = filesText.version(file.quality, filesText.languageLong[file.language], episode || undefined)
  if (video) {
    const isHere = video.state === 'kept' && video.refusal === undefined
    const part = partOf(video)
    const label = isHere
      ? keepText.kept(version)
      : video.state === 'wanted'
        ? keepText.fetching(version, part)
        : keepText.stopped(version)
    return (
      <Link
        to="/user/downloads"
        className={`${styles.keep} ${isHere ? styles.here : ''}`}
        aria-label={label}
        title={label}
      >
        {isHere ? (
          <KeptIcon size={22} />
        ) : video.state === 'wanted' ? (
          <Ring part={part} />
        ) : video.state === 'paused' ? (
          <PauseIcon size={20} />
        ) : (
          <AlertIcon size={20} />
        )}
      </Link>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.keep}
        aria-label={keepText.keepOf(version)}
        title={keepText.keep}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        <KeepIcon size={22} />
      </button>
      {Sheet && <Sheet open={isOpen} onClose={close} title={title} file={file} />}
    </>
  )
}

/** How much of it is here, as a ring that fills. */
function Ring({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 24 24" width={22} height={22} className={styles.ring} aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="9" pathLength={100} strokeDasharray={`${Math.max(2, part * 100)} 100`} />
    </svg>
  )
}
