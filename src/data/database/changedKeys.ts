import type { Dexie } from 'dexie'

/** Dexie's report of a commit in any tab: the changed key ranges per table and index. */
export type Commit = Parameters<Parameters<typeof Dexie.on.storagemutated.subscribe>[0]>[0]
type Ranges = Commit[string]

/** Returns the primary keys that a commit put, changed or deleted, or `many` when Dexie reports a range. */
export function changedKeys(commit: Commit, database: string, table: string): number[] | 'many' {
  // After a sleep the page cannot know which changes it missed.
  if (commit.all) return 'many'
  const keys: number[] = []
  return collect(commit[`idb://${database}/${table}/`], keys) ? keys : 'many'
}

/** Whether a commit wrote into a table. */
export function touchesTable(commit: Commit, database: string, table: string): boolean {
  return Boolean(commit.all ?? commit[`idb://${database}/${table}/`])
}

/** Walks the range tree by hand: trees from another tab arrive without Dexie's methods. */
function collect(ranges: Ranges | null | undefined, keys: number[]): boolean {
  if (!ranges || !('from' in ranges)) return true
  const { from, to, l, r } = ranges
  if (typeof from !== 'number' || from !== to) return false
  keys.push(from)
  return collect(l, keys) && collect(r, keys)
}
