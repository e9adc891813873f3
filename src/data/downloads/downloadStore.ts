import type { KeptVideo } from '#data/database/downloadRows.ts'
import { live } from '#data/database/liveQuery.ts'
import { personalIfAny } from '#data/database/personal.ts'
import { type KeptRefusal, keptVideos, refusalOf } from './downloads.ts'
import { knownNow } from './serverTime.ts'

/** A kept film as the screen shows it. */
export interface ShownVideo extends KeptVideo {
  /** why it does not play; nothing when it does */
  refusal: KeptRefusal | undefined
}

/** All that the person wants on this device, the last wish first; `guest` when nobody is signed in, nothing for the first moment. */
type KeptNow = ShownVideo[] | 'guest' | undefined

/** What has no end yet may end while somebody looks, in ms … */
const LOOK_AGAIN = 30_000
/** … and after a look that failed the next one comes this soon. */
const LOOK_SOON = 1_000

let now: KeptNow
let rest: () => void = () => undefined
const listeners = new Set<() => void>()

/** What stands in `keptNow` now. */
export function keptNow(): KeptNow {
  return now
}

/**
 * Hears when it changes. However many look, one asks the database: a long season has a button in each of its lines. Of what
 * has not changed the object stays the same.
 */
export function watchKept(changed: () => void): () => void {
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
  const stop = live(
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

function say(found: ShownVideo[] | 'guest') {
  const before = now === 'guest' ? [] : (now ?? [])
  now = found === 'guest' ? found : found.map((video) => before.find((one) => isSame(one, video)) ?? video)
  for (const listener of [...listeners]) listener()
}

/** What is no word and no number is of the run, and changes with it or when the server is asked. */
function isSame(one: ShownVideo, other: ShownVideo): boolean {
  const names = Object.keys(other) as (keyof ShownVideo)[]
  return names.every((name) => typeof other[name] === 'object' || one[name] === other[name])
}

async function shownVideos(): Promise<ShownVideo[] | 'guest'> {
  const [rows, database] = [await keptVideos(), await personalIfAny()]
  if (!rows || !database) return 'guest'
  const time = await knownNow(database)
  return rows.map((row) => ({ ...row, refusal: refusalOf(row, time) }))
}
