import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode, Ref } from 'react'
import { isQueued } from '#data/downloads/downloadQueue.ts'
import { pauseDownload, resumeDownload, updateDownload } from '#data/downloads/downloads.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { downloadsText } from '#text/downloads.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import icon from '#ui/controls/IconButton.module.css'
import { DownloadIcon } from '#ui/icons/fileIcons.tsx'
import { PauseIcon, PlayIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import { DownloadProgress } from './DownloadProgress.tsx'
import { notifyIfFailed } from './notifyIfFailed.ts'
import styles from './VideoItem.module.css'
import { downloadedFraction, fullName, nameOf, stateText, type Wait } from './videoTexts.ts'

/** List item of a download with its state and actions. */
export function VideoItem({
  video,
  wait,
  onCheck,
  onDelete,
  handle,
  isDragging = false,
  ref,
  style,
}: {
  video: ShownDownload
  wait: Wait
  onCheck: () => void
  /** Asks for confirmation. */
  onDelete: () => void
  /** Moves the item in its list. */
  handle?: ReactNode
  isDragging?: boolean
  ref?: Ref<HTMLLIElement>
  style?: CSSProperties
}) {
  const { title, fileId, season, episode, quality, state, refusal, size } = video
  const name = fullName(video)
  const plays = refusal === undefined
  const isStopped = state === 'stopped' || (state === 'kept' && !plays)
  return (
    <li
      ref={ref}
      style={style}
      className={styles.item}
      data-queued={isQueued(video) || undefined}
      data-stopped={isStopped || undefined}
      data-dragging={isDragging || undefined}
    >
      {handle}
      <Link {...titleLink(title)} className={styles.poster} tabIndex={-1} aria-hidden="true">
        <Picture
          source={title.poster}
          shape="poster"
          alt=""
          sizes="72px"
          color={title.posterColor}
          lettering={nameOf(video)}
        />
      </Link>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link {...titleLink(title)}>{nameOf(video)}</Link>
        </h3>
        <p className={styles.facts}>
          {downloadsText.facts([
            downloadsText.episode(season, episode),
            downloadsText.quality(quality),
            size > 0 && downloadsText.size(size),
            video.isAutomatic && isQueued(video) && downloadsText.automatic,
          ])}
        </p>
        {video.isAutomatic && !isQueued(video) && <p className={styles.facts}>{downloadsText.automaticUntil}</p>}
        <p className={isStopped ? styles.why : styles.state}>{stateText(video, wait)}</p>
        {(state === 'wanted' || state === 'paused') && (
          <DownloadProgress
            part={downloadedFraction(video)}
            label={downloadsText.progressOf(name)}
            isResting={state === 'paused' || wait !== undefined}
          />
        )}
        {video.outdated && plays && <p className={styles.state}>{downloadsText.outdated}</p>}
        <ItemActions video={video} name={name} onCheck={onCheck} />
      </div>
      <div className={styles.actions}>
        {plays && (
          <PlayLink title={title} id={fileId} isDownloaded className={icon.filled} label={downloadsText.play(name)}>
            <PlayIcon size={22} />
          </PlayLink>
        )}
        {state === 'wanted' && (
          <button
            type="button"
            className={icon.icon}
            aria-label={downloadsText.pause(name)}
            onClick={() => void notifyIfFailed(() => pauseDownload(fileId))}
          >
            <PauseIcon size={22} />
          </button>
        )}
        {state === 'paused' && (
          <button
            type="button"
            className={icon.filled}
            aria-label={downloadsText.resume(name)}
            onClick={() => void notifyIfFailed(() => resumeDownload(fileId))}
          >
            <DownloadIcon size={22} />
          </button>
        )}
        <button
          type="button"
          className={icon.icon}
          aria-label={downloadsText.remove(name)}
          aria-haspopup="dialog"
          onClick={onDelete}
        >
          <TrashIcon size={20} />
        </button>
      </div>
    </li>
  )
}

/** The action that resolves a problem or installs a newer version. */
function ItemActions({ video, name, onCheck }: { video: ShownDownload; name: string; onCheck: () => void }) {
  const { fileId, state, refusal, outdated } = video
  if (refusal === 'premium') {
    return (
      <div className={acts.actions}>
        <Link to="/premium/plans" className={buttonClass('solid')}>
          {downloadsText.premium}
        </Link>
        <Button look="plain" onClick={onCheck}>
          {downloadsText.check}
        </Button>
      </div>
    )
  }
  if (refusal === 'session') {
    return (
      <div className={acts.actions}>
        <Link to="/auth/login" search={{ redirect: '/user/downloads' }} className={buttonClass('solid')}>
          {downloadsText.login}
        </Link>
      </div>
    )
  }
  if (refusal === 'expired') {
    return (
      <div className={acts.actions}>
        <Button onClick={onCheck}>{downloadsText.check}</Button>
      </div>
    )
  }
  if (state === 'stopped' && refusal !== 'withdrawn' && refusal !== 'unsupported') {
    return (
      <div className={acts.actions}>
        <Button
          aria-label={downloadsText.retryOf(name)}
          onClick={() => void notifyIfFailed(() => resumeDownload(fileId))}
        >
          {downloadsText.retry}
        </Button>
      </div>
    )
  }
  if (outdated && refusal === undefined) {
    return (
      <div className={acts.actions}>
        <Button onClick={() => void notifyIfFailed(() => updateDownload(fileId))}>{downloadsText.renew}</Button>
      </div>
    )
  }
  return null
}
