import { useEffect } from 'react'
import { type ContinueItem, continueItem } from '#data/areas/continueWatching.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useHistory } from '#data/react/listHooks.ts'
import { useCachedSeasons, useFetchedTitles } from '#data/react/titleHooks.ts'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { historyRemoval } from '#parts/lists/historyRemoval.ts'
import { ROW_SIZES } from '#parts/lists/TitleCarousel.tsx'
import { useRemoveWithUndo } from '#parts/lists/useRemoveWithUndo.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { historyText } from '#text/history.ts'
import { playText } from '#text/play.ts'
import { browseText } from '#text/titles.ts'
import { CloseIcon, PlayIcon } from '#ui/icons/icons.tsx'
import { Carousel } from '#ui/lists/Carousel.tsx'
import styles from './ContinueRow.module.css'
import { ReservedRow } from './ContinueSlot.tsx'

/** Maximum number of titles in the row. */
const MAX_TITLES = 12
/** Number of recent history entries considered. */
const MAX_CONSIDERED = 60

/** "Continue watching": titles begun and not finished, last watched first. */
export function ContinueRow({
  isReserved,
  onPresence,
}: {
  /** Shows a placeholder until the database answers. */
  isReserved: boolean
  /** Tells whether there is a row, once that is known. Must be stable. */
  onPresence: (isShown: boolean) => void
}) {
  const history = useHistory()
  const isLoaded = history.state !== 'loading'
  const { remaining, remove } = useRemoveWithUndo(history.state === 'ready' ? history.items : NONE, historyRemoval)
  const newest = remaining.slice(0, MAX_CONSIDERED)
  const series = newest.flatMap(({ titleId, title }) => (title.type === 'series' ? [titleId] : []))
  const seasons = useCachedSeasons(series)
  // On a new device the history arrives before any page of a series.
  useFetchedTitles(seasons && series.filter((id) => !seasons.has(id)).slice(0, MAX_TITLES))
  const started = newest.flatMap((item) => continueItem(item, seasons?.get(item.titleId)) ?? []).slice(0, MAX_TITLES)
  const isShown = started.length > 0
  useEffect(() => {
    if (isLoaded) onPresence(isShown)
  }, [isLoaded, isShown, onPresence])

  if (!isLoaded && isReserved) return <ReservedRow />
  if (started.length === 0) return null
  return <StartedTitles started={started} onRemove={remove} />
}

const NONE: ContinueItem['item'][] = []

function StartedTitles({
  started,
  onRemove,
}: {
  started: ContinueItem[]
  onRemove: (item: ContinueItem['item']) => void
}) {
  const downloads = useOfflinePlayback()
  const stateOf = useCardStates(started.map(({ item }) => item.title))
  return (
    <Carousel title={browseText.continues}>
      {started.map(({ item, playId, episode, progress }) => {
        const { title } = item
        const name = title.titleFa || title.titleEn
        return (
          <li key={title.id}>
            <TitleCard
              card={title}
              state={stateOf(title.id)}
              sizes={ROW_SIZES}
              progress={progress}
              facts={episode ? playText.episode(episode.season, episode.number) : remainingText(item)}
              overlay={
                playId !== undefined && (
                  <PlayLink
                    title={title}
                    id={playId}
                    isDownloaded={downloads?.plays({ titleId: title.id, episodeId: episode?.id ?? item.episodeId })}
                    className={styles.play}
                    label={(progress === undefined ? playText.playOf : playText.resumeOf)(name)}
                  >
                    <PlayIcon size={24} />
                  </PlayLink>
                )
              }
              corner={
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={historyText.remove(name)}
                  onClick={() => onRemove(item)}
                >
                  <CloseIcon size={20} />
                </button>
              }
            />
          </li>
        )
      })}
    </Carousel>
  )
}

function remainingText({ title, position, duration }: ContinueItem['item']): string | undefined {
  return title.type === 'series' ? undefined : historyText.left(Math.max(1, Math.round((duration - position) / 60)))
}
