import { type PersonalDatabase, personalIfAny } from './personal.ts'
import type { JournalEvent } from './rows.ts'

/** How many events are kept (sync page). */
const RING = 500

/** It is shortened once in so many events. */
const TRIM = 50

/** Notes what happened, for the sync sheet and for support. Never in the way: a note that cannot be written is let go. */
export function note(database: PersonalDatabase, event: string, detail: string, at: number): Promise<void> {
  return noteAll(database, event, [detail], at)
}

/** As `note`, of the same that happened to many. */
export async function noteAll(database: PersonalDatabase, event: string, details: string[], at: number) {
  if (details.length === 0) return
  const { journal } = database
  try {
    const id = await journal.bulkAdd(details.map((detail) => ({ event, detail, at })))
    if (id % TRIM < details.length)
      await journal
        .where('id')
        .below(id - RING)
        .delete()
  } catch {
    // Storage is full or closing: the event itself has been dealt with elsewhere.
  }
}

/** What happened last, newest first; for the sync sheet and for support. */
export async function readJournal(most = RING): Promise<JournalEvent[]> {
  const database = await personalIfAny()
  return database ? database.journal.orderBy('id').reverse().limit(most).toArray() : []
}
