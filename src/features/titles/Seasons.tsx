import { type KeyboardEvent, useId } from 'react'
import type { Title } from '#contract/titles.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { useHistoryFlag, useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { titleText } from '#text/titles.ts'
import { Button } from '#ui/controls/Button.tsx'
import tabs from '#ui/controls/Tabs.module.css'
import { Episode } from './Episode.tsx'
import styles from './Seasons.module.css'

/** Episodes shown before the user expands a season. */
const FIRST = 12
/** The user has not chosen a season. */
const OWN = -1

/** Seasons as tabs; renders the episodes of the selected season only. */
export function Seasons({ title }: { title: Title }) {
  const id = useId()
  const [asked, setAsked] = useHistoryNumber('season', OWN)
  const [isWhole, setWhole] = useHistoryFlag('all episodes')
  const { seasons } = title
  const watched = useWatched(title.id)
  const marks = watched?.episodes
  const kept = useOfflinePlayback()
  // Defaults to the season that the user is watching.
  const present = episodeToWatch(seasons, watched)
  const own = seasons.findIndex(({ number }) => number === present?.episode.season)
  const chosen = asked === OWN ? Math.max(0, own) : asked
  const season = seasons[chosen] ?? seasons[0]
  if (!season) return null

  function choose(at: number, list?: Element | null) {
    setAsked(at)
    setWhole(false)
    list?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
  }
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const last = seasons.length - 1
    const to = { ArrowLeft: Math.min(last, chosen + 1), ArrowRight: Math.max(0, chosen - 1), Home: 0, End: last }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    choose(to, event.currentTarget)
  }

  const { episodes } = season
  const shown = isWhole ? episodes : episodes.slice(0, FIRST)
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
            aria-selected={at === chosen}
            aria-controls={`${id}panel`}
            tabIndex={at === chosen ? 0 : -1}
            className={tabs.tab}
            onClick={() => choose(at)}
          >
            {titleText.season(number)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${chosen}`} className={styles.panel}>
        <ol className={styles.episodes}>
          {shown.map((episode) => (
            <Episode
              key={episode.id}
              title={title}
              season={season.number}
              isHere={kept?.plays({ titleId: title.id, episodeId: episode.id }) ?? false}
              episode={episode}
              mark={marks?.find(({ episodeId }) => episodeId === episode.id)}
            />
          ))}
        </ol>
        {shown.length < episodes.length && (
          <Button onClick={() => setWhole(true)}>{titleText.allEpisodes(episodes.length)}</Button>
        )}
      </div>
    </section>
  )
}
