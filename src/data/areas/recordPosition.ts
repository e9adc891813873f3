import type { EpisodeMark } from '#contract/history.ts'
import { historyApi } from '#contract/history.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { setPosition, type Watched, watchedState } from './history.ts'
import { isBegun } from './watchProgress.ts'

/** During playback the device stores the position this often, in ms (docs/product.md#player). */
const KEEP_EVERY = 5_000
/** A pause sends the position at once, but no more often than this, in ms; in between the window of `setPosition` does. */
const SEND_EVERY = 15_000
/** Two positions nearer than this, in s, are one. */
const SAME = 0.5

/** What somebody watches: which file, and of a series which episode. */
export interface Watching {
  title: TitleCard
  fileId: number | null
  episodeId: number | null
}

/** How far they are, in seconds. */
export interface Moment {
  position: number
  duration: number
}

export interface PositionRecorder {
  /** While it plays; may be called as often as the player likes. */
  playing: (moment: Moment) => void
  /** Nothing follows for now: a pause, the end. Resolves when this device has it. */
  paused: (moment: Moment) => Promise<void>
  /** As `resting`, and to the server without waiting: nobody may come back (hidden, another thing is watched). */
  stopped: (moment: Moment) => Promise<void>
  /** The page goes away now: besides, the server is told in the same breath, by a request that outlives the page. */
  pageHidden: (moment: Moment) => void
}

/**
 * Writes down where somebody is in what they watch: on this device first, through the outbox, and from there to the
 * server. For guests, and for whoever is not the one any more who began to watch, it does nothing. Never throws: a
 * player must not stop for it.
 */
export function recordPositions({ title, fileId, episodeId }: Watching): PositionRecorder {
  const owner = personalDatabaseIfSignedIn().catch(() => undefined)
  const before = watchedState(title.id).catch(() => undefined)
  /** To speak with when there is no time left to look it up. */
  let token: string | undefined
  let kept: Moment | undefined
  let keptAt = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  let isSent = true
  let isUnderWay = false
  let line: Promise<void> = owner.then(async (database) => {
    token = database && (await tokenFor(database).catch(() => undefined))
  })

  function keep(moment: Moment, send: boolean): Promise<void> {
    const now = clock.now()
    kept = moment
    keptAt = now
    isSent = send
    if (send) sentAt = now
    // One after the other: an older position must not come to stand behind a newer one.
    line = line.then(() => write(moment, send)).catch(forget)
    return line
  }

  /** Nothing was written: whatever is said next is news, also that the film stands where it stood. */
  function forget() {
    kept = undefined
    sentAt = Number.NEGATIVE_INFINITY
  }

  async function write(moment: Moment, send: boolean) {
    const [database, known] = await Promise.all([owner, before])
    const present = await personalDatabaseIfSignedIn()
    if (!database || present?.userId !== database.userId) return
    // To look into something for a moment takes nobody's place away.
    isUnderWay ||= isBegun(moment) || !isFurther(markOf(known, episodeId), moment)
    if (!isUnderWay) return
    // Trouble with the storage is told by the app's frame.
    await setPosition({ titleId: title.id, card: title, fileId, episodeId, ...moment, earlier: [], isLast: send })
    token = await tokenFor(database)
  }

  async function part(moment: Moment): Promise<void> {
    if (!isMoment(moment)) return line
    if (isSame(moment, kept) && isSent) {
      await line
      // It was written; or it was not, and nothing came after it.
      if (kept !== undefined) return
    }
    return keep(moment, true)
  }

  return {
    playing(moment) {
      if (!isMoment(moment)) return
      const passed = clock.now() - keptAt
      if (passed < 0 || passed >= KEEP_EVERY) void keep(moment, false)
    },
    async paused(moment) {
      const passed = clock.now() - sentAt
      const isDue = passed < 0 || passed >= SEND_EVERY
      if (!isMoment(moment) || (isSame(moment, kept) && (isSent || !isDue))) return line
      return keep(moment, isDue)
    },
    stopped: part,
    pageHidden(moment) {
      if (!isMoment(moment)) return
      if (token !== undefined && isUnderWay) {
        const body = { fileId, episodeId, ...moment, earlier: [] }
        // What waits in the outbox says the same once more; of two marks alike one stays.
        call(historyApi.set, { params: { id: title.id }, body }, { token, keepalive: true }).catch(() => undefined)
      }
      void part(moment)
    },
  }
}

/** How far the person is in an episode, or in the film itself. */
export function markOf(watched: Watched | undefined, episodeId: number | null): EpisodeMark | undefined {
  if (!watched) return undefined
  const mark = watched.episodes.find((one) => one.episodeId === episodeId)
  return mark ?? (watched.episodeId === episodeId ? watched : undefined)
}

function isFurther(mark: EpisodeMark | undefined, moment: Moment): boolean {
  return mark !== undefined && isBegun(mark) && mark.position > moment.position
}

function isSame(one: Moment, other: Moment | undefined): boolean {
  return other !== undefined && Math.abs(one.position - other.position) < SAME && one.duration === other.duration
}

/** A player says NaN of what it does not know yet, and Infinity of what has no end. */
function isMoment({ position, duration }: Moment): boolean {
  return Number.isFinite(position) && Number.isFinite(duration) && position >= 0 && duration > 0
}
