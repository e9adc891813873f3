import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from './personal.ts'
import type { JournalEvent } from './rows.ts'

/** How many events are kept (sync page). */
const JOURNAL_SIZE = 500

/** It is shortened once in so many events. */
const TRIM_INTERVAL = 50

/** What happened to more than so many at once is one event: a line each would push out all that was there before. */
const MAX_SEPARATE_EVENTS = 10

/**
 * Notes what happened, for the sync sheet and for support; answers under which number. Never in the way: a recordEvent that
 * cannot be written is let go.
 */
export function recordEvent(database: PersonalDatabase, event: string, detail: string, at: number) {
  return recordEvents(database, event, [detail], at)
}

/** As `recordEvent`, of the same that happened to many; answers the last event's number. */
export async function recordEvents(
  database: PersonalDatabase,
  event: string,
  details: string[],
  at: number,
): Promise<number | undefined> {
  if (details.length === 0) return undefined
  const { journal } = database
  try {
    const events = details.length > MAX_SEPARATE_EVENTS ? [details.join(', ')] : details
    const id = await journal.bulkAdd(events.map((detail) => ({ event, detail, at })))
    if (id % TRIM_INTERVAL < events.length)
      await journal
        .where('id')
        .below(id - JOURNAL_SIZE)
        .delete()
    return id
  } catch (failure) {
    ignoring(...STORAGE_ERRORS)(failure)
    return undefined
  }
}

/** Writes a reported error down, for the sync sheet and for support. The sink of `startErrorReporting`. */
export async function noteError(text: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn().catch(ignoring(...EXPECTED_ERRORS))
  if (database) await recordEvent(database, 'error', text, clock.now())
}

/** What happened last, newest first; for the sync sheet and for support. */
export async function readJournal(most = JOURNAL_SIZE): Promise<JournalEvent[]> {
  const database = await personalDatabaseIfSignedIn()
  return database ? database.journal.orderBy('id').reverse().limit(most).toArray() : []
}
