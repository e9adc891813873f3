import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import type { EpisodeMark } from '#contract/history.ts'
import { isWatched, watchedPart } from '#data/watchedPart.ts'
import { WatchedBar } from '#parts/WatchedBar.tsx'
import { filesText } from '#text/files.ts'
import { persianDigits } from '#text/format.ts'
import { CheckIcon, DownIcon } from '#ui/icons.tsx'
import styles from './EpisodeFiles.module.css'
import type { Versions } from './groupFiles.ts'

/** One episode with its versions: folded away until asked for where there are several. An item of its season's list. */
export function EpisodeFiles({
  episode: { number, titleFa, titleEn, files },
  mark,
  isOpen,
  children,
}: {
  episode: Versions
  /** How far the person is. */
  mark: EpisodeMark | undefined
  /** Unfolded from the start. */
  isOpen: boolean
  /** The row of one of them; `name`: what the episode is called. */
  children: (file: File, name: string) => ReactNode
}) {
  const watched = mark && isWatched(mark)
  const part = mark && watchedPart(mark)
  const own = titleFa ?? titleEn
  const name = number === null ? (own ?? '') : filesText.episode(number)
  const rows = (
    <ul className={styles.versions} aria-label={filesText.versionsOf(name)}>
      {files.map((file) => children(file, name))}
    </ul>
  )
  const head = (
    <>
      <span className={styles.number} aria-hidden="true">
        {watched ? <CheckIcon size={20} /> : number !== null && persianDigits(number)}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <span className={own === null || number === null ? undefined : 'sr-only'}>{name}</span>
          {own !== null && number !== null && <span className="sr-only">: </span>}
          {own}
        </span>
        <span className={styles.facts}>
          {filesText.facts([filesText.versions(files.length), watched && filesText.watched])}
        </span>
        {part !== undefined && !watched && (
          <span className={styles.progress}>
            <WatchedBar part={part} />
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={styles.episode} data-watched={watched || undefined}>
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
