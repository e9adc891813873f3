import * as v from 'valibot'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'

/** The row of `meta` that holds what is known of the time. */
const KEY = 'knownTime'
/** It is written down again when it has moved on by this much, in ms: more than that nobody gains by turning the clock back. */
const STEP = 60_000

/**
 * `known`: it is at least this late, by the server's clock, ms; `ahead`: how far the server's clock was ahead of the device's
 * when they were last compared.
 */
const Known = v.object({ known: v.number(), ahead: v.number() })
type Known = v.InferOutput<typeof Known>

/** The same in this page's or worker's life, with when it was read by a clock that nobody can turn. */
let last: { of: number; known: Known; ticked: number } | undefined

/**
 * The time by which permissions end, in ms of the server's clock. The device's clock may be set back: time that has been here
 * once does not come again, and while the app lives it goes on by the browser's own ticks. A clock that was set forward is
 * believed until the server has been asked.
 */
export async function serverNow(database: PersonalDatabase): Promise<number> {
  const { known, ahead } = await readKnown(database)
  const ticked = last?.of === database.userId ? performance.now() - last.ticked : 0
  return Math.max(known + ticked, clock.now() + ahead)
}

/** Writes down how late it is, when that is news. */
export async function storeServerTime(database: PersonalDatabase): Promise<void> {
  const now = await serverNow(database)
  const { known, ahead } = await readKnown(database)
  if (now - known >= STEP) await remember(database, { known: now, ahead })
}

/** The server has said what time it is (ms); whatever was believed before. */
export async function syncServerTime(database: PersonalDatabase, serverTime: number): Promise<void> {
  await remember(database, { known: serverTime, ahead: serverTime - clock.now() })
}

async function readKnown(database: PersonalDatabase): Promise<Known> {
  const kept = v.safeParse(Known, (await database.meta.get(KEY))?.value)
  const known = kept.success ? kept.output : { known: clock.now(), ahead: 0 }
  // Another tab or the worker may have learned more.
  if (last?.of !== database.userId || last.known.known !== known.known || last.known.ahead !== known.ahead) {
    last = { of: database.userId, known, ticked: performance.now() }
  }
  return known
}

async function remember(database: PersonalDatabase, known: Known) {
  last = { of: database.userId, known, ticked: performance.now() }
  // A full device: it is known as long as this page lives.
  await database.meta.put({ key: KEY, value: known }).catch(() => undefined)
}
