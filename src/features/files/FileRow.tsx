import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { filesText } from '#text/files.ts'
import icon from '#ui/controls/IconButton.module.css'
import { CopyIcon, DownloadIcon, LockIcon } from '#ui/icons/fileIcons.tsx'
import { PlayIcon } from '#ui/icons/icons.tsx'
import styles from './FileRow.module.css'
import type { FileSlot } from './fileSlot.ts'
import { addressOf, copyDownloadLinks, shareFile } from './shareFile.ts'

/** List item of one version: its description and the actions the user may take. */
export function FileRow({
  title,
  file,
  episode,
  isHere,
  renew,
  renderDownload,
}: {
  title: TitleCard
  file: File
  episode: string | undefined
  /** the file is downloaded */
  isHere: boolean
  renew: (ids: number[]) => Promise<File[]>
  renderDownload: FileSlot | undefined
}) {
  const version = filesText.version(file.quality, filesText.languageLong[file.language], episode)
  const isForPremium = file.locked && file.needs === 'premium'

  function download(event: MouseEvent) {
    event.preventDefault()
    void shareFile(renew([file.id]), ([own]) => {
      if (own) location.assign(addressOf(own))
    })
  }
  return (
    <li className={styles.row} data-locked={file.locked || undefined}>
      {isForPremium ? (
        <Link to="/premium/plans" className={icon.dim} aria-label={filesText.locked(version)}>
          <LockIcon size={20} />
        </Link>
      ) : (
        <PlayLink
          title={title}
          id={file.id}
          isDownloaded={isHere}
          className={icon.filled}
          label={filesText.play(version)}
        >
          <PlayIcon size={22} />
        </PlayLink>
      )}
      <div className={styles.text}>
        <p className={styles.name}>
          <bdi dir="ltr" className={styles.quality}>
            {filesText.quality(file.quality)}
          </bdi>
          <span>{filesText.language[file.language]}</span>
        </p>
        <p className={styles.facts}>
          {file.codec !== '' && <bdi dir="ltr">{file.codec}</bdi>}
          {file.codec !== '' && file.sizeBytes !== null && '، '}
          {file.sizeBytes !== null && filesText.size(file.sizeBytes)}
        </p>
      </div>
      <div className={styles.actions}>
        {!file.locked && renderDownload?.(title, file)}
        {file.download !== null && (
          <>
            <button
              type="button"
              className={icon.icon}
              aria-label={filesText.copy(version)}
              onClick={() => void shareFile(renew([file.id]), copyDownloadLinks)}
            >
              <CopyIcon size={20} />
            </button>
            <a
              href={addressOf(file)}
              download={file.name ?? ''}
              className={icon.icon}
              aria-label={filesText.download(version)}
              onClick={download}
            >
              <DownloadIcon size={22} />
            </a>
          </>
        )}
      </div>
    </li>
  )
}
