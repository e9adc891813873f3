import type { Download } from '#data/database/downloadRows.ts'
import { watchQuery } from '#data/database/liveQuery.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { listDownloads, type PlaybackRefusal, playbackRefusal } from './downloads.ts'
import { serverNow } from './serverTime.ts'

/** A kept film as the screen shows it. */
export interface ShownDownload extends Download {
  /** why it does not play; nothing when it does */
  refusal: PlaybackRefusal | undefined
}

/** All that the person wants on this device, the last wish first; `guest` when nobody is signed in, nothing for the first moment. */
type DownloadsSnapshot = ShownDownload[] | 'guest' | undefined

/** What has no end yet may end while somebody looks, in ms … */
const LOOK_AGAIN = 30_000
/** … and after a look that failed the next one comes this soon. */
const LOOK_SOON = 1_000

let now: DownloadsSnapshot
let rest: () => void = () => undefined
const listeners = new Set<() => void>()

/** What stands in `keptNow` now. */
export function currentDownloads(): DownloadsSnapshot {
  return now
}

/**
 * Hears when it changes. However many look, one asks the database: a long season has a button in each of its lines. Of what
 * has not changed the object stays the same.
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

/** What is no word and no number is of the run, and changes with it or when the server is asked. */
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
