import type { Dexie } from 'dexie'

/** What Dexie tells of a commit, of whichever tab: by part (a table's keys, one of its indexes) the ranges it changed. */
export type Commit = Parameters<Parameters<typeof Dexie.on.storagemutated.subscribe>[0]>[0]
type Ranges = Commit[string]

/** The numbers of the rows that a commit put, changed or deleted; `many` when they are not told one by one. */
export function changedKeys(commit: Commit, database: string, table: string): number[] | 'many' {
  // A page that slept cannot know what it missed.
  if (commit.all) return 'many'
  const keys: number[] = []
  return collect(commit[`idb://${database}/${table}/`], keys) ? keys : 'many'
}

/** Whether a commit wrote anything at all into a table. */
export function touchesTable(commit: Commit, database: string, table: string): boolean {
  return Boolean(commit.all ?? commit[`idb://${database}/${table}/`])
}

/** Walks the tree itself: what another tab sends has lost the methods that Dexie's own trees have. */
function collect(ranges: Ranges | null | undefined, keys: number[]): boolean {
  if (!ranges || !('from' in ranges)) return true
  const { from, to, l, r } = ranges
  if (typeof from !== 'number' || from !== to) return false
  keys.push(from)
  return collect(l, keys) && collect(r, keys)
}
