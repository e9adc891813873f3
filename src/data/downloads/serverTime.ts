import * as v from 'valibot'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'

/** Key of the row in `meta`. */
const KEY = 'knownTime'
/** Stores the time again after this much, in ms: setting the clock back gains at most this much. */
const STEP = 60_000

/**
 * `known`: latest known time by the server's clock, in ms. `ahead`: server clock minus device clock at the last
 * comparison, in ms.
 */
const Known = v.object({ known: v.number(), ahead: v.number() })
type Known = v.InferOutput<typeof Known>

/** The stored time of each database as last read, with the monotonic time of that reading. */
const lastRead = new WeakMap<PersonalDatabase, { known: Known; readAt: number }>()

/**
 * Returns the time that permissions are compared with, in ms of the server's clock. Never goes back below a stored time
 * and advances by the monotonic clock, so setting the device clock back gains nothing. A clock set forward is trusted
 * until the next answer of the server.
 */
export async function serverNow(database: PersonalDatabase): Promise<number> {
  const { known, ahead } = await readKnown(database)
  const elapsed = performance.now() - (lastRead.get(database)?.readAt ?? performance.now())
  return Math.max(known + elapsed, clock.now() + ahead)
}

/** Stores the time if it advanced by at least `STEP`. */
export async function storeServerTime(database: PersonalDatabase): Promise<void> {
  const now = await serverNow(database)
  const { known, ahead } = await readKnown(database)
  if (now - known >= STEP) await store(database, { known: now, ahead })
}

/** Stores the server's time (ms) and replaces earlier assumptions. */
export async function syncServerTime(database: PersonalDatabase, serverTime: number): Promise<void> {
  await store(database, { known: serverTime, ahead: serverTime - clock.now() })
}

async function readKnown(database: PersonalDatabase): Promise<Known> {
  const stored = v.safeParse(Known, (await database.meta.get(KEY))?.value)
  const known = stored.success ? stored.output : { known: clock.now(), ahead: 0 }
  // Another tab or the worker may have stored a newer time.
  const last = lastRead.get(database)?.known
  if (last?.known !== known.known || last.ahead !== known.ahead)
    lastRead.set(database, { known, readAt: performance.now() })
  return known
}

async function store(database: PersonalDatabase, known: Known) {
  lastRead.set(database, { known, readAt: performance.now() })
  // On a full device, the time is known only while this page lives.
  await database.meta.put({ key: KEY, value: known }).catch(ignoring(...STORAGE_ERRORS))
}
