import type { EpisodeMark } from '#contract/history.ts'
import { historyApi } from '#contract/history.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { setPosition, watchedState } from './history.ts'
import { markOf } from './watchedParts.ts'
import { isBegun } from './watchProgress.ts'

/** Interval in which a playing position is stored on the device, in ms (docs/product.md#player). */
const STORE_INTERVAL = 5_000
/**
 * Shortest interval between two deliveries caused by a pause, in ms. In between, the window of `setPosition` applies.
 */
const SEND_INTERVAL = 15_000
/** Positions closer than this are equal, in s. */
const TOLERANCE = 0.5

/** The file that plays, and its episode in a series. */
export interface PlayedFile {
  title: TitleCard
  fileId: number | null
  episodeId: number | null
}

/** Playback position and duration, in s. */
export interface PlaybackPosition {
  position: number
  duration: number
}

export interface PositionRecorder {
  /** Call while playing, as often as the player reports positions. */
  playing: (position: PlaybackPosition) => void
  /** Call on pause and at the end. Resolves when the position is stored on the device. */
  paused: (position: PlaybackPosition) => Promise<void>
  /** Like `paused`, and delivered without delay: the page was hidden or another file is opened. */
  stopped: (position: PlaybackPosition) => Promise<void>
  /** Call when the page is being discarded: also sends a keepalive request that outlives the page. */
  pageHidden: (position: PlaybackPosition) => void
}

/**
 * Records playback positions: on this device first, then through the outbox to the server. No-op for guests and after
 * the signed-in user changed. Never throws, so that playback never stops because of it.
 */
export function recordPositions({ title, fileId, episodeId }: PlayedFile): PositionRecorder {
  const owner = personalDatabaseIfSignedIn().catch(ignoring(...STORAGE_ERRORS))
  const initialState = watchedState(title.id).catch(ignoring(...STORAGE_ERRORS))
  /** Read ahead: `pageHidden` has no time for a database read. */
  let token: string | undefined
  let lastPosition: PlaybackPosition | undefined
  let storedAt = Number.NEGATIVE_INFINITY
  let sentAt = Number.NEGATIVE_INFINITY
  let isSent = true
  let isRecording = false
  let writes: Promise<void> = owner.then(async (database) => {
    token = database && (await tokenFor(database).catch(ignoring(...STORAGE_ERRORS)))
  })

  function store(position: PlaybackPosition, send: boolean): Promise<void> {
    const now = clock.now()
    lastPosition = position
    storedAt = now
    isSent = send
    if (send) sentAt = now
    // Writes are serialized, so that an older position cannot overwrite a newer one.
    writes = writes.then(() => write(position, send)).catch(resetLast)
    return writes
  }

  /** After a failed write, every position counts as new, even an unchanged one. */
  function resetLast(failure: unknown) {
    ignoring(...EXPECTED_ERRORS)(failure)
    lastPosition = undefined
    sentAt = Number.NEGATIVE_INFINITY
  }

  async function write(position: PlaybackPosition, send: boolean) {
    const [database, watched] = await Promise.all([owner, initialState])
    const current = await personalDatabaseIfSignedIn()
    if (!database || current?.userId !== database.userId) return
    // Opening a film briefly must not overwrite the user's position further on.
    isRecording ||= isBegun(position) || !isBehind(markOf(watched, episodeId), position)
    if (!isRecording) return
    // Storage problems are shown by the app frame.
    await setPosition({ titleId: title.id, card: title, fileId, episodeId, ...position, earlier: [], isLast: send })
    token = await tokenFor(database)
  }

  async function stop(position: PlaybackPosition): Promise<void> {
    if (!isValidPosition(position)) return writes
    if (isSame(position, lastPosition) && isSent) {
      await writes
      // `lastPosition` is unset if that write failed.
      if (lastPosition !== undefined) return
    }
    return store(position, true)
  }

  return {
    playing(position) {
      if (!isValidPosition(position)) return
      const passed = clock.now() - storedAt
      if (passed < 0 || passed >= STORE_INTERVAL) void store(position, false)
    },
    async paused(position) {
      const passed = clock.now() - sentAt
      const isDue = passed < 0 || passed >= SEND_INTERVAL
      if (!isValidPosition(position) || (isSame(position, lastPosition) && (isSent || !isDue))) return writes
      return store(position, isDue)
    },
    stopped: stop,
    pageHidden(position) {
      if (!isValidPosition(position)) return
      if (token !== undefined && isRecording) {
        const body = { fileId, episodeId, ...position, earlier: [] }
        // The outbox delivers the same position again; the server stores it once.
        call(historyApi.set, { params: { id: title.id }, body }, { token, keepalive: true }).catch(
          ignoring(...EXPECTED_ERRORS),
        )
      }
      void stop(position)
    },
  }
}

function isBehind(mark: EpisodeMark | undefined, position: PlaybackPosition): boolean {
  return mark !== undefined && isBegun(mark) && mark.position > position.position
}

function isSame(one: PlaybackPosition, other: PlaybackPosition | undefined): boolean {
  return other !== undefined && Math.abs(one.position - other.position) < TOLERANCE && one.duration === other.duration
}

/** Players report NaN before the metadata is loaded, and Infinity for endless streams. */
function isValidPosition({ position, duration }: PlaybackPosition): boolean {
  return Number.isFinite(position) && Number.isFinite(duration) && position >= 0 && duration > 0
}
