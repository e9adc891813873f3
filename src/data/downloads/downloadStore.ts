import type { Download } from '#data/database/downloadRows.ts'
import { watchQuery } from '#data/database/liveQuery.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { listDownloads, type PlaybackRefusal, playbackRefusal } from './downloads.ts'
import { serverNow } from './serverTime.ts'

/** A download as the screen shows it. */
export interface ShownDownload extends Download {
  /** Why it does not play; undefined if it plays. */
  refusal: PlaybackRefusal | undefined
}

/** All downloads of the user, newest first; `guest` when signed out, undefined until loaded. */
type DownloadsSnapshot = ShownDownload[] | 'guest' | undefined

/** Interval of the check for expired permissions, in ms. */
const LOOK_AGAIN = 30_000
/** Delay before the retry of a failed query, in ms. */
const LOOK_SOON = 1_000

let now: DownloadsSnapshot
let rest: () => void = () => undefined
const listeners = new Set<() => void>()

export function currentDownloads(): DownloadsSnapshot {
  return now
}

/**
 * Calls `changed` after each change. All subscribers share one query, because each episode of a long season has a
 * button. Unchanged downloads keep their object.
 */
export function watchDownloads(changed: () => void): () => void {
  listeners.add(changed)
  if (listeners.size === 1) look()
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    rest()
    now = undefined
  }
}

function look() {
  rest()
  let timer = setTimeout(look, LOOK_AGAIN)
  const stop = watchQuery(
    async () => {
      try {
        return await shownVideos()
      } catch {
        clearTimeout(timer)
        timer = setTimeout(look, LOOK_SOON)
        return []
      }
    },
    { next: say, error: () => undefined },
  )
  rest = () => {
    clearTimeout(timer)
    stop()
  }
}

function say(found: ShownDownload[] | 'guest') {
  const before = now === 'guest' ? [] : (now ?? [])
  now = found === 'guest' ? found : found.map((video) => before.find((one) => isSame(one, video)) ?? video)
  for (const listener of [...listeners]) listener()
}

/** Compares primitive fields only: nested objects change together with the run or with `askedAt`. */
function isSame(one: ShownDownload, other: ShownDownload): boolean {
  const names = Object.keys(other) as (keyof ShownDownload)[]
  return names.every((name) => typeof other[name] === 'object' || one[name] === other[name])
}

async function shownVideos(): Promise<ShownDownload[] | 'guest'> {
  const [rows, database] = [await listDownloads(), await personalDatabaseIfSignedIn()]
  if (!rows || !database) return 'guest'
  const time = await serverNow(database)
  return rows.map((row) => ({ ...row, refusal: playbackRefusal(row, time) }))
}
