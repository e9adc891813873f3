import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { type WatchEpisode, watchKey } from '#contract/watch.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { progressReader } from '#data/areas/watchedParts.ts'
import { useRead } from '#data/react/readHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { EpisodeListItem } from '#parts/cards/EpisodeListItem.tsx'
import { appText } from '#text/app.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './EpisodeRows.module.css'
import { Options } from './Options.tsx'

/** The episodes of a series, one season at a time. */
export function EpisodeRows({
  card,
  current,
  onChosen,
}: {
  card: TitleCard
  current: WatchEpisode
  onChosen?: () => void
}) {
  const view = useRead(titleOf(card.id))
  const progressOf = progressReader(useWatched(card.id))
  const [asked, setAsked] = useState<number>()
  if (view.state === 'loading') return <Spinner />
  if (view.state !== 'ready') {
    return (
      <div className={styles.failed}>
        <p>{playerText.episodesFailed}</p>
        {view.state !== 'missing' && <Button onClick={view.retry}>{appText.retry}</Button>}
      </div>
    )
  }
  const { seasons } = view.data
  const number = asked ?? current.season
  const season = seasons.find((one) => one.number === number)
  return (
    <>
      {seasons.length > 1 && (
        <Options
          label={playerText.seasons}
          value={number}
          inLine
          options={seasons.map((one) => ({ value: one.number, label: playerText.season(one.number) }))}
          onChange={setAsked}
        />
      )}
      <ol className={styles.rows}>
        {season?.episodes.map((episode) => {
          const isCurrent = episode.id === current.id
          return (
            <li key={episode.id}>
              <Link
                to="/watch/$imdb/$id"
                params={{ imdb: watchKey(card), id: String(isCurrent ? current.fileId : episode.id) }}
                replace
                className={styles.row}
                aria-current={isCurrent || undefined}
                onClick={onChosen}
              >
                <EpisodeListItem
                  number={episode.number}
                  titleFa={episode.titleFa}
                  titleEn={episode.titleEn}
                  progress={progressOf(episode.id)}
                >
                  {isCurrent && <span className={styles.now}>{playerText.playing}</span>}
                </EpisodeListItem>
              </Link>
            </li>
          )
        })}
      </ol>
    </>
  )
}
