import { type Counts, counts } from '#data/areas/counts.ts'
import { type ImportState, importStates } from '#data/areas/importState.ts'
import { syncState } from '#data/areas/syncState.ts'
import { readJournal } from '#data/database/journal.ts'
import type { JournalEvent } from '#data/database/rows.ts'
import type { CursorPull } from '#data/sync/pull.ts'
import { lastPulled, type SyncState, type SyncSummary, syncSummary } from '#data/sync/syncState.ts'
import { useLive } from './useLive.ts'

/** The queue change by change; `useSyncSummary` for its figures. */
export function useSyncState(): SyncState | undefined {
  return useLive(() => syncState(), [], undefined)
}

/** When the server last gave all of a list. */
export function useLastPulled(pull: CursorPull): number | undefined {
  return useLive(async () => lastPulled(pull), [pull], undefined)
}

export function useSyncSummary(): SyncSummary | undefined {
  return useLive(() => syncSummary(), [], undefined)
}

/** What happened to the person's changes, newest first. */
export function useJournal(): JournalEvent[] | undefined {
  return useLive(() => readJournal(), [], NO_EVENTS)
}

const NO_EVENTS: JournalEvent[] = []

/** How much there is of what the person keeps; nothing for the first moment, and for guests. */
export function useCounts(): Counts | undefined {
  return useLive(async () => counts(), [], undefined)
}

/** The imports that go on, and those whose report stands. */
export function useImports(): ImportState[] | undefined {
  return useLive(async () => importStates(), [], NO_IMPORTS)
}

const NO_IMPORTS: ImportState[] = []
