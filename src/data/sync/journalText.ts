import { readJournal } from '#data/database/journal.ts'
import { storageEstimate } from '#data/database/storageQuota.ts'
import type { CursorPull } from './pull.ts'
import { syncState } from './syncState.ts'

/**
 * Formats the journal as text for support: a summary, then one line per event, newest first. Contains lanes, times and
 * reasons, and no text that the user wrote.
 */
export async function journalText(pulls: readonly CursorPull[]): Promise<string> {
  const [events, use, sync] = [await readJournal(), await storageEstimate(), await syncState(pulls)]
  const head = [
    `browser: ${navigator.userAgent}`,
    use &&
      `storage: ${use.used} of ${use.quota} bytes, ${use.persisted ? 'persistent' : 'may be cleared by the browser'}`,
    sync && `waiting: ${sync.waitingCount}, failed: ${sync.failed.length}, set aside: ${sync.quarantined.length}`,
    typeof sync?.syncedAt === 'number' && `all fetched: ${new Date(sync.syncedAt).toISOString()}`,
  ]
  const lines = events.map(({ at, event, detail }) => `${new Date(at).toISOString()} ${event}: ${detail}`)
  return [...head.filter(Boolean), '', ...lines].join('\n')
}
