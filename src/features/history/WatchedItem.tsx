import { memo } from 'react'
import type { Watched } from '#data/areas/history.ts'
import { isWatched, resumeAt, watchedFraction } from '#data/areas/watchProgress.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { historyText } from '#text/history.ts'
import { playText } from '#text/play.ts'
import icon from '#ui/controls/IconButton.module.css'
import { PlayIcon, TrashIcon } from '#ui/icons/icons.tsx'

/** A history entry with its progress and a remove button. The row links to the title, where playback continues. */
export const WatchedItem = memo(function WatchedItem({
  item,
  light,
  outOfReach,
  onRemove,
}: {
  item: Watched
  /** Renders text only. */
  light: boolean
  /** Offline, and its page is not cached. */
  outOfReach: boolean
  /** Must be a stable function, because items are memoized. */
  onRemove: (item: Watched) => void
}) {
  const { title } = item
  const name = title.titleFa || title.titleEn
  const playId = playIdOf(item)
  return (
    <TitleListItem
      card={title}
      light={light}
      state={{ saved: undefined, outOfReach }}
      progress={watchedFraction(item)}
      note={
        <>
          <span>{progressText(item)}</span>
          {item.pending && <PendingMark />}
        </>
      }
      end={
        <>
          {playId !== undefined && (
            <PlayLink
              title={title}
              id={playId}
              className={icon.filled}
              label={(resumeAt(item) === undefined ? playText.playOf : playText.resumeOf)(name)}
            >
              <PlayIcon size={22} />
            </PlayLink>
          )}
          <button
            type="button"
            className={icon.icon}
            aria-label={historyText.remove(name)}
            onClick={() => onRemove(item)}
          >
            <TrashIcon size={20} />
          </button>
        </>
      }
    />
  )
})

/** Continues a film or an episode; the title page knows the episode after a finished one. */
function playIdOf(item: Watched): number | undefined {
  if (item.title.type === 'series') return isWatched(item) ? undefined : (item.fileId ?? item.episodeId ?? undefined)
  return item.fileId ?? item.titleId
}

/** «۱۲ دقیقه مانده، ۳ قسمت دیده‌شده»: the part that must fit a narrow screen comes first. */
function progressText(item: Watched): string {
  const ended = item.episodes.filter(isWatched).length
  return historyText.facts([
    remainingText(item),
    item.title.type === 'series' && ended > 0 && historyText.episodes(ended),
  ])
}

function remainingText(item: Watched): string {
  if (isWatched(item)) return historyText.ended
  if (watchedFraction(item) === undefined) return historyText.begun
  return historyText.left(Math.max(1, Math.round((item.duration - item.position) / 60)))
}
