import { type PersonalDatabase, personalIfAny } from './personal.ts'
import type { JournalEvent } from './rows.ts'

/** How many events are kept (sync page). */
const RING = 500

/** Notes what happened, for the sync sheet and for support. Never in the way: a note that cannot be written is let go. */
export async function note(database: PersonalDatabase, event: string, detail: string, at: number) {
  try {
    const id = await database.journal.add({ event, detail, at })
    if (id % 50 === 0)
      await database.journal
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
