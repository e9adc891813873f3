import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { migrateEntry } from './migrate.ts'
import type { MutationKind } from './mutation.ts'

/** Returns the kind of an entry, or undefined when this version does not know its kind or its payload format. */
export type KindOf = (entry: OutboxEntry) => MutationKind | undefined

/** Creates the lookup from the kinds of the app, so that `sync/` needs to import no area. */
export function createKindLookup(kinds: readonly MutationKind[]): KindOf {
  return (entry) => kinds.find((kind) => kind.kind === entry.kind && migrateEntry(entry, kind) !== undefined)
}
