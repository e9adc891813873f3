import { type Counts, counts } from '#data/areas/counts.ts'
import { type ImportState, importStates } from '#data/areas/importState.ts'
import { syncState } from '#data/areas/syncState.ts'
import { readJournal } from '#data/database/journal.ts'
import type { JournalEvent } from '#data/database/rows.ts'
import type { CursorPull } from '#data/sync/pull.ts'
import { lastPulled, type SyncState, type SyncSummary, syncSummary } from '#data/sync/syncState.ts'
import { useLive } from './useLive.ts'

/** Returns every outbox entry; `useSyncSummary` returns only the numbers. */
export function useSyncState(): SyncState | undefined {
  return useLive(() => syncState(), [], undefined)
}

/** Returns when a list was last pulled completely, in ms. */
export function useLastPulled(pull: CursorPull): number | undefined {
  return useLive(async () => lastPulled(pull), [pull], undefined)
}

export function useSyncSummary(): SyncSummary | undefined {
  return useLive(() => syncSummary(), [], undefined)
}

/** Returns the sync journal, newest first. */
export function useJournal(): JournalEvent[] | undefined {
  return useLive(() => readJournal(), [], NO_EVENTS)
}

const NO_EVENTS: JournalEvent[] = []

/** Returns the sizes of the user's lists; undefined until loaded and for guests. */
export function useCounts(): Counts | undefined {
  return useLive(async () => counts(), [], undefined)
}

/** Returns running imports and finished ones whose report was not dismissed. */
export function useImports(): ImportState[] | undefined {
  return useLive(async () => importStates(), [], NO_IMPORTS)
}

const NO_IMPORTS: ImportState[] = []
