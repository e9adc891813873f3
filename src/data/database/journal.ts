import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from './personal.ts'
import type { JournalEvent } from './rows.ts'

/** Number of events kept (docs/sync.md#tables). */
const JOURNAL_SIZE = 500

/** The journal is trimmed once per this many events. */
const TRIM_INTERVAL = 50

/** More events of one kind than this become one event, so that a batch does not push out the whole journal. */
const MAX_SEPARATE_EVENTS = 10

/**
 * Records an event for the sync sheet and for support. Returns its id, or undefined when the journal cannot be written.
 */
export function recordEvent(database: PersonalDatabase, event: string, detail: string, at: number) {
  return recordEvents(database, event, [detail], at)
}

/** Records one event for many entries. Returns the last event's id. */
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

/** Records a reported error. The sink of `startErrorReporting`. */
export async function noteError(text: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn().catch(ignoring(...EXPECTED_ERRORS))
  if (database) await recordEvent(database, 'error', text, clock.now())
}

/** Returns the newest events first. */
export async function readJournal(limit = JOURNAL_SIZE): Promise<JournalEvent[]> {
  const database = await personalDatabaseIfSignedIn()
  return database ? database.journal.orderBy('id').reverse().limit(limit).toArray() : []
}
