import { useEffect } from 'react'
import { type ContinueItem, continueItem } from '#data/areas/continueWatching.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { markPersonalHome } from '#data/platform/personalHomeMarker.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useHistory } from '#data/react/listHooks.ts'
import { useSeenSeasons } from '#data/react/titleHooks.ts'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { historyRemoval } from '#parts/lists/historyRemoval.ts'
import { ROW_SIZES, TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { useRemoveWithUndo } from '#parts/lists/useRemoveWithUndo.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { historyText } from '#text/history.ts'
import { playText } from '#text/play.ts'
import { browseText } from '#text/titles.ts'
import { useStoredChoice } from '#ui/browser/useStoredChoice.ts'
import { CloseIcon, PlayIcon } from '#ui/icons/icons.tsx'
import { Carousel } from '#ui/lists/Carousel.tsx'
import styles from './ContinueRow.module.css'

/** Maximum number of titles in the row. */
const MOST = 12
/** Number of recent history entries considered. */
const AMONG = 60

/**
 * "Continue watching": titles begun and not finished, last watched first. Stores whether there was a row, so that its
 * space is reserved before the database answers.
 */
export function ContinueRow() {
  const history = useHistory()
  const [wasThere, setWasThere] = useStoredChoice('parde-continues', ['no', 'yes'])
  const isKnown = history.state !== 'loading'
  const { remaining, remove } = useRemoveWithUndo(history.state === 'ready' ? history.items : NOTHING, historyRemoval)
  const newest = remaining.slice(0, AMONG)
  const seasons = useSeenSeasons(newest.flatMap(({ titleId, title }) => (title.type === 'series' ? [titleId] : [])))
  const begun = newest.flatMap((item) => continueItem(item, seasons?.get(item.titleId)) ?? []).slice(0, MOST)
  const isThere = begun.length > 0 ? 'yes' : 'no'
  useEffect(() => {
    if (isKnown && isThere !== wasThere) setWasThere(isThere)
    // Storage is blocked or full: no space is reserved, and the home page is not prerendered from the cache either.
    if (isKnown) markPersonalHome(isThere === 'yes').catch(ignoring(...EXPECTED_ERRORS))
  }, [isKnown, isThere, wasThere, setWasThere])

  if (!isKnown && wasThere === 'yes') return <TitleCarousel title={browseText.continues} view={{ state: 'loading' }} />
  if (begun.length === 0) return null
  return <Filled begun={begun} onRemove={remove} />
}

const NOTHING: ContinueItem['item'][] = []

function Filled({ begun, onRemove }: { begun: ContinueItem[]; onRemove: (item: ContinueItem['item']) => void }) {
  const kept = useOfflinePlayback()
  const stateOf = useCardStates(begun.map(({ item }) => item.title))
  return (
    <Carousel title={browseText.continues}>
      {begun.map(({ item, playId, episode, part }) => {
        const { title } = item
        const name = title.titleFa || title.titleEn
        return (
          <li key={title.id}>
            <TitleCard
              card={title}
              state={stateOf(title.id)}
              sizes={ROW_SIZES}
              progress={part}
              facts={episode ? playText.episode(episode.season, episode.number) : leftWords(item)}
              overlay={
                playId !== undefined && (
                  <PlayLink
                    title={title}
                    id={playId}
                    isDownloaded={kept?.plays({ titleId: title.id, episodeId: episode?.id ?? item.episodeId })}
                    className={styles.play}
                    label={(part === undefined ? playText.playOf : playText.resumeOf)(name)}
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

function leftWords({ title, position, duration }: ContinueItem['item']): string | undefined {
  return title.type === 'series' ? undefined : historyText.left(Math.max(1, Math.round((duration - position) / 60)))
}
