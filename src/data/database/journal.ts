import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { type PersonalDatabase, personalIfAny } from './personal.ts'
import type { JournalEvent } from './rows.ts'

/** How many events are kept (sync page). */
const RING = 500

/** It is shortened once in so many events. */
const TRIM = 50

/** What happened to more than so many at once is one event: a line each would push out all that was there before. */
const FEW = 10

/**
 * Notes what happened, for the sync sheet and for support; answers under which number. Never in the way: a note that
 * cannot be written is let go.
 */
export function note(database: PersonalDatabase, event: string, detail: string, at: number) {
  return noteAll(database, event, [detail], at)
}

/** As `note`, of the same that happened to many; answers the last event's number. */
export async function noteAll(
  database: PersonalDatabase,
  event: string,
  details: string[],
  at: number,
): Promise<number | undefined> {
  if (details.length === 0) return undefined
  const { journal } = database
  try {
    const events = details.length > FEW ? [details.join(', ')] : details
    const id = await journal.bulkAdd(events.map((detail) => ({ event, detail, at })))
    if (id % TRIM < events.length)
      await journal
        .where('id')
        .below(id - RING)
        .delete()
    return id
  } catch (failure) {
    ignoring(...STORAGE_ERRORS)(failure)
    return undefined
  }
}

/** Writes a reported error down, for the sync sheet and for support. The sink of `startErrorReporting`. */
export async function noteError(text: string): Promise<void> {
  const database = await personalIfAny().catch(ignoring(...EXPECTED_ERRORS))
  if (database) await note(database, 'error', text, clock.now())
}

/** What happened last, newest first; for the sync sheet and for support. */
export async function readJournal(most = RING): Promise<JournalEvent[]> {
  const database = await personalIfAny()
  return database ? database.journal.orderBy('id').reverse().limit(most).toArray() : []
}
