import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import type { PartProgress } from '#data/areas/watchedParts.ts'
import { EpisodeListItem } from '#parts/cards/EpisodeListItem.tsx'
import { filesText } from '#text/files.ts'
import { titleText } from '#text/titles.ts'
import { DownIcon } from '#ui/icons/icons.tsx'
import styles from './EpisodeFiles.module.css'
import type { Versions } from './groupFiles.ts'

/** List item of an episode with its versions, collapsed when there are several. */
export function EpisodeFiles({
  episode: { number, titleFa, titleEn, files },
  progress,
  isOpen,
  children,
}: {
  episode: Versions
  progress: PartProgress
  /** expanded initially */
  isOpen: boolean
  /** Renders the row of a version; `name`: the episode's name. */
  children: (file: File, name: string) => ReactNode
}) {
  const name = number === null ? (titleFa ?? titleEn ?? '') : titleText.episode(number)
  const rows = (
    <ul className={styles.versions} aria-label={filesText.versionsOf(name)}>
      {files.map((file) => children(file, name))}
    </ul>
  )
  const head = (
    <EpisodeListItem
      number={number}
      titleFa={titleFa}
      titleEn={titleEn}
      facts={[filesText.versions(files.length)]}
      progress={progress}
    />
  )
  return (
    <li className={styles.episode}>
      {files.length === 1 ? (
        <>
          <div className={styles.head}>{head}</div>
          {rows}
        </>
      ) : (
        <details open={isOpen}>
          <summary className={styles.head}>
            {head}
            <span className={styles.arrow}>
              <DownIcon size={20} />
            </span>
          </summary>
          {rows}
        </details>
      )}
    </li>
  )
}
