import { isPending, type OutboxEntry, type PersonalDatabase } from '#data/database/personal.ts'
import type { PersonalList, Pull } from '#data/sync/pull.ts'
import type { RecordPages } from './recordPages.ts'

/**
 * Definition of a personal list: base rows merged with pending outbox entries, row by row (docs/sync.md#merged-view).
 */
export interface ListDefinition<Row, Item> {
  pull: Pull
  table: 'watchlist' | 'history'
  /** index in ascending order, newest row last */
  index: string
  /** prefixes of the lanes whose entries may change the list */
  lanes: readonly string[]
  /**
   * Overlays of a pending entry, by row id. `pages`: where to pack overlays that stay in memory as long as the list.
   */
  overlays: (entry: OutboxEntry, pages?: RecordPages) => Map<number, PendingOverlay<Row>>
  /** Returns the item and its sort key, or undefined if the row is not on the list. */
  show: (id: number, seen: MergedRow<Row>) => SortedItem<Item> | undefined
  /** Returns the item in a form that takes little memory: fields that few rows need are packed into `pages`. */
  compact: (item: Item, pages: RecordPages) => Item
}

/** Effect of one pending entry on one row. */
export interface PendingOverlay<Row> {
  apply: (row: Row | undefined) => Row | undefined
  /** The row counts as pending even if `apply` changes nothing. */
  marksPending: boolean
}

/** A base row, the row with its overlays applied, and whether a pending entry affects it. */
export interface MergedRow<Row> {
  base: Row | undefined
  row: Row | undefined
  pending: boolean
}

/** An item with its sort key. Higher keys come first; equal keys sort by descending id. */
export interface SortedItem<Item> {
  id: number
  sortKey: string
  item: Item
}

/** Applies overlays to a base row, in order. */
export function mergeRow<Row>(base: Row | undefined, overlays: readonly PendingOverlay<Row>[]): MergedRow<Row> {
  let row = base
  let pending = false
  for (const { apply, marksPending } of overlays) {
    const next = apply(row)
    pending ||= marksPending || next !== row
    row = next
  }
  return { base, row, pending }
}

export function bySortKey(one: SortedItem<unknown>, other: SortedItem<unknown>): number {
  if (one.sortKey === other.sortKey) return other.id - one.id
  return one.sortKey < other.sortKey ? 1 : -1
}

/** Merges changes into a sorted list; undefined removes the item of that id. */
export function mergeChanges<Item>(
  before: readonly SortedItem<Item>[],
  changes: ReadonlyMap<number, SortedItem<Item> | undefined>,
): SortedItem<Item>[] {
  const added = [...changes.values()].filter((item) => item !== undefined).toSorted(bySortKey)
  const after: SortedItem<Item>[] = []
  let at = 0
  for (const item of before) {
    if (changes.has(item.id)) continue
    for (let next = added[at]; next && bySortKey(next, item) < 0; next = added[++at]) after.push(next)
    after.push(item)
  }
  return [...after, ...added.slice(at)]
}

/** The overlays of all pending entries, by row. */
export class PendingOverlays<Row> {
  private readonly entries = new Map<number, Map<number, PendingOverlay<Row>>>()
  private readonly rows = new Map<number, Set<number>>()

  constructor(
    private readonly definition: Pick<ListDefinition<Row, unknown>, 'lanes' | 'overlays'>,
    private readonly pages?: RecordPages,
  ) {}

  /** Reads all pending entries. Needs a transaction over the outbox. */
  async read(database: PersonalDatabase): Promise<void> {
    this.entries.clear()
    this.rows.clear()
    const lanes = await Promise.all(
      this.definition.lanes.map((lane) => database.outbox.where('entity').startsWith(lane).toArray()),
    )
    for (const entry of lanes.flat().sort((one, other) => one.seq - other.seq)) this.put(entry.seq, entry)
  }

  /**
   * Adds an entry; returns the ids of the rows it changes. The input of an entry never changes, only whether it is
   * pending.
   */
  put(seq: number, entry: OutboxEntry | undefined): Iterable<number> {
    const isOurs = entry && isPending(entry) && this.definition.lanes.some((lane) => entry.entity.startsWith(lane))
    if (!isOurs) return this.drop(seq)
    if (this.entries.has(seq)) return []
    const overlays = this.definition.overlays(entry, this.pages)
    this.entries.set(seq, overlays)
    for (const id of overlays.keys()) this.rows.set(id, (this.rows.get(id) ?? new Set()).add(seq))
    return overlays.keys()
  }

  /** Removes an entry that is no longer pending; returns the ids of the rows it changed. */
  drop(seq: number): Iterable<number> {
    const known = this.entries.get(seq)
    for (const id of known?.keys() ?? []) this.unlink(id, seq)
    this.entries.delete(seq)
    return known?.keys() ?? []
  }

  /** Whether the entry is known as pending. */
  has(seq: number): boolean {
    return this.entries.has(seq)
  }

  private unlink(id: number, seq: number) {
    const seqs = this.rows.get(id)
    seqs?.delete(seq)
    if (seqs?.size === 0) this.rows.delete(id)
  }

  overlaysOf(id: number): PendingOverlay<Row>[] {
    const seqs = this.rows.get(id)
    if (!seqs) return []
    const sorted = [...seqs].sort((one, other) => one - other)
    return sorted.flatMap((seq) => this.entries.get(seq)?.get(id) ?? [])
  }

  /** Ids of all rows with overlays; the rows touched last come last. */
  touchedIds(): number[] {
    return [...this.rows.keys()]
  }
}

/** Counts the titles on the list. */
export function countShown<Row, Item>(
  definition: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): Promise<number> {
  const table = database.table<Row, number>(definition.table)
  return database.transaction('r', table, database.outbox, async () => {
    const [stored, pending] = await Promise.all([
      table.orderBy(definition.index).count(),
      pendingRows(definition, database),
    ])
    return pending.reduce((sum, { wasShown, isShown }) => sum + Number(isShown) - Number(wasShown), stored)
  })
}

/** The ids of the titles on the list. */
export function shownIds<Row, Item>(
  definition: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): Promise<Set<number>> {
  const table = database.table<Row, number>(definition.table)
  return database.transaction('r', table, database.outbox, async () => {
    const [stored, pending] = await Promise.all([
      table.orderBy(definition.index).primaryKeys(),
      pendingRows(definition, database),
    ])
    const ids = new Set(stored)
    for (const { id, isShown } of pending) {
      if (isShown) ids.add(id)
      else ids.delete(id)
    }
    return ids
  })
}

/**
 * The rows with pending changes, and whether they are on the list without and with these. The index has the other rows of the
 * list, but no tombstones. Needs a transaction over the table and the outbox.
 */
async function pendingRows<Row, Item>(
  definition: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): Promise<{ id: number; wasShown: boolean; isShown: boolean }[]> {
  const overlays = new PendingOverlays(definition)
  await overlays.read(database)
  const ids = overlays.touchedIds()
  const rows = await database.table<Row, number>(definition.table).bulkGet(ids)
  return ids.map((id, at) => ({
    id,
    wasShown: definition.show(id, mergeRow(rows[at], [])) !== undefined,
    isShown: definition.show(id, mergeRow(rows[at], overlays.overlaysOf(id))) !== undefined,
  }))
}

/** Reads the whole list in one transaction. */
export async function readMergedList<Row extends { titleId: number }, Item>(
  definition: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): Promise<PersonalList<Item>> {
  const table = database.table<Row, number>(definition.table)
  return database.transaction('r', table, database.outbox, database.meta, async () => {
    const overlays = new PendingOverlays(definition)
    // In parallel: sequential reads would add one disk round trip each.
    const [stored, loaded] = await Promise.all([
      table.toArray(),
      definition.pull.hasRun(database),
      overlays.read(database),
    ])
    const rows = new Map(stored.map((row) => [row.titleId, row]))
    const ids = new Set([...rows.keys(), ...overlays.touchedIds()])
    const sorted = [...ids].flatMap((id) => definition.show(id, mergeRow(rows.get(id), overlays.overlaysOf(id))) ?? [])
    const items = sorted.sort(bySortKey).map(({ item }) => item)
    return { userId: database.userId, items, loaded }
  })
}
