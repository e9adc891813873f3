import { type KeyboardEvent, useId, useState } from 'react'
import type { Title } from '#contract/titles.ts'
import { isUnaired } from '#data/areas/continueWatching.ts'
import { airedEpisodes } from '#data/areas/markWatched.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { useHistoryFlag, useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { titleText } from '#text/titles.ts'
import { watchedText } from '#text/watched.ts'
import { Button } from '#ui/controls/Button.tsx'
import tabs from '#ui/controls/Tabs.module.css'
import { ToggleButton } from '#ui/controls/ToggleButton.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { useDownloadSlot } from './downloadSlot.ts'
import { Episode } from './Episode.tsx'
import styles from './Seasons.module.css'
import { WatchedToggle } from './WatchedToggle.tsx'

/** Episodes shown before the user expands a season. */
const COLLAPSED_COUNT = 12
/** The user has not selected a season. */
const NOT_CHOSEN = -1

/** Seasons as tabs; renders the episodes of the selected season only. */
export function Seasons({ title, chosenDub }: { title: Title; chosenDub: boolean | undefined }) {
  const id = useId()
  const [chosenIndex, setChosenIndex] = useHistoryNumber('season', NOT_CHOSEN)
  const [isExpanded, setExpanded] = useHistoryFlag('all episodes')
  const { seasons } = title
  const watched = useWatched(title.id)
  const downloads = useOfflinePlayback()
  const renderDownload = useDownloadSlot()
  // Defaults to the season that the user was watching when the page opened: marking its last episode must not leave it.
  const [initialIndex, setInitialIndex] = useState<number>()
  if (initialIndex === undefined && watched !== undefined) {
    const current = episodeToWatch(seasons, watched)
    setInitialIndex(seasons.findIndex(({ number }) => number === current?.episode.season))
  }
  const selected = chosenIndex === NOT_CHOSEN ? Math.max(0, initialIndex ?? 0) : chosenIndex
  const season = seasons[selected] ?? seasons[0]
  if (!season) return null

  function select(at: number, list?: Element | null) {
    setChosenIndex(at)
    setExpanded(false)
    list?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
  }
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const last = seasons.length - 1
    const to = { ArrowLeft: Math.min(last, selected + 1), ArrowRight: Math.max(0, selected - 1), Home: 0, End: last }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    select(to, event.currentTarget)
  }

  const { episodes } = season
  const dub = title.isDubbed ? (chosenDub ?? (watched ? undefined : false)) : undefined
  const isPlayable = title.isComing !== true && episodes.some((episode) => episode.hasFilm && !isUnaired(episode))
  const aired = airedEpisodes(season)
  const shown = isExpanded ? episodes : episodes.slice(0, COLLAPSED_COUNT)
  return (
    <section className={styles.seasons} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className={styles.title}>
        {titleText.seasons}
      </h2>
      <div role="tablist" aria-labelledby={`${id}title`} className={tabs.tabs} onKeyDown={move}>
        {seasons.map(({ number }, at) => (
          <button
            key={number}
            type="button"
            role="tab"
            id={`${id}tab${at}`}
            aria-selected={at === selected}
            aria-controls={`${id}panel`}
            tabIndex={at === selected ? 0 : -1}
            className={tabs.tab}
            onClick={() => select(at)}
          >
            {titleText.season(number)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${selected}`} className={styles.panel}>
        {aired.length > 0 && (
          <div className={styles.all}>
            <WatchedToggle card={title} parts={aired} name={titleText.season(season.number)} watched={watched}>
              {(pressed, onClick) => (
                <ToggleButton
                  label={watchedText.season(season.number)}
                  pressedText={watchedText.seasonPressed}
                  icon={<CheckIcon size={20} />}
                  pressed={pressed}
                  onClick={onClick}
                />
              )}
            </WatchedToggle>
            {isPlayable && renderDownload?.({ title, dub, season: season.number })}
          </div>
        )}
        <ol className={styles.episodes}>
          {shown.map((episode) => (
            <Episode
              key={episode.id}
              title={title}
              season={season.number}
              dub={dub}
              isDownloaded={downloads?.plays({ titleId: title.id, episodeId: episode.id }) ?? false}
              episode={episode}
              watched={watched}
            />
          ))}
        </ol>
        {shown.length < episodes.length && (
          <Button onClick={() => setExpanded(true)}>{titleText.allEpisodes(episodes.length)}</Button>
        )}
      </div>
    </section>
  )
}
