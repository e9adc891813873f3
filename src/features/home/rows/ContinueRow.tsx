import { useEffect } from 'react'
import { type ContinueItem, continueItem } from '#data/areas/continueWatching.ts'
import { setHidden, type Watched } from '#data/areas/history.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useHistory } from '#data/react/listHooks.ts'
import { useCachedSeasons, useFetchedTitles } from '#data/react/titleHooks.ts'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { ROW_SIZES } from '#parts/lists/TitleCarousel.tsx'
import { type Removal, useRemoveWithUndo } from '#parts/lists/useRemoveWithUndo.ts'
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
  const { remaining, remove: hide } = useRemoveWithUndo(history.state === 'ready' ? history.items : NONE, HIDING)
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
  return <StartedTitles started={started} onHide={hide} />
}

const NONE: ContinueItem['item'][] = []

/** Hides a title from the row only. A title watched again after that is another item. */
const HIDING: Removal<Watched> = {
  isSame: (one, other) =>
    one.titleId === other.titleId && one.watchedAt === other.watchedAt && one.hidden === other.hidden,
  cardOf: ({ title }) => title,
  remove: ({ titleId }, name) => setHidden({ titleId, name, hidden: true }),
  restore: ({ titleId, title }) => setHidden({ titleId, name: title.titleFa || title.titleEn, hidden: false }),
  texts: { removed: historyText.hidden, restored: historyText.restored },
}

function StartedTitles({ started, onHide }: { started: ContinueItem[]; onHide: (item: ContinueItem['item']) => void }) {
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
                  className={styles.hide}
                  aria-label={historyText.hide(name)}
                  onClick={() => onHide(item)}
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
