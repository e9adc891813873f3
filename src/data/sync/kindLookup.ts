import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { migrateEntry } from './migrate.ts'
import type { MutationKind } from './mutation.ts'

/** Finds the kind of an entry. Returns undefined for a kind or a payload format that this version does not know. */
export type KindOf = (entry: OutboxEntry) => MutationKind | undefined

/** Looks an entry's kind up among `kinds`, which the areas hand in: `sync/` knows none of them. */
export function createKindLookup(kinds: readonly MutationKind[]): KindOf {
  return (entry) => kinds.find((kind) => kind.kind === entry.kind && migrateEntry(entry, kind) !== undefined)
}
