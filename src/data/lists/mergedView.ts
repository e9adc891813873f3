import { isPending, type OutboxEntry, type PersonalDatabase } from '#data/database/personal.ts'
import type { PersonalList, Pull } from '#data/sync/pull.ts'

/** A list shown from base rows and their pending overlays (docs/sync.md#merged-view). */
export interface ListDefinition<Row, Item> {
  pull: Pull
  table: 'watchlist' | 'history'
  /** the index that has the newest at its end */
  index: string
  /** how the lanes of the changes begin that may touch it */
  lanes: readonly string[]
  /** What a waiting change does, for each row that it touches. `lasting`: it is kept for as long as somebody looks. */
  overlays: (entry: OutboxEntry, lasting?: boolean) => Map<number, PendingOverlay<Row>>
  /** What is shown of a row and where; nothing for what is not on the list. */
  show: (id: number, seen: MergedRow<Row>) => SortedItem<Item> | undefined
  /** The same item as it is kept by the thousand: what few look at is read when somebody does. */
  compact: (item: Item) => Item
}

/** What a waiting change makes of one row. */
export interface PendingOverlay<Row> {
  apply: (row: Row | undefined) => Row | undefined
  /** The row waits with it even where it changes nothing. */
  marksPending: boolean
}

/** A row as the server knows it, with what waits laid over it, and whether something does. */
export interface MergedRow<Row> {
  base: Row | undefined
  row: Row | undefined
  pending: boolean
}

/** What is shown, and its place: the highest stands first, of equals the one with the higher id. */
export interface SortedItem<Item> {
  id: number
  sortKey: string
  item: Item
}

/** A row with its layers laid over it, in their order. */
export function mergeRow<Row>(base: Row | undefined, layers: readonly PendingOverlay<Row>[]): MergedRow<Row> {
  let row = base
  let pending = false
  for (const { apply, marksPending } of layers) {
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

/** A list in its order, with some of its items changed, gone (nothing) or come. */
export function mergeChanges<Item>(
  before: readonly SortedItem<Item>[],
  changes: ReadonlyMap<number, SortedItem<Item> | undefined>,
): SortedItem<Item>[] {
  const come = [...changes.values()].filter((placed) => placed !== undefined).toSorted(bySortKey)
  const after: SortedItem<Item>[] = []
  let at = 0
  for (const placed of before) {
    if (changes.has(placed.id)) continue
    for (let next = come[at]; next && bySortKey(next, placed) < 0; next = come[++at]) after.push(next)
    after.push(placed)
  }
  return [...after, ...come.slice(at)]
}

/** The changes that wait, by the rows they touch. */
export class PendingOverlays<Row> {
  private readonly entries = new Map<number, Map<number, PendingOverlay<Row>>>()
  private readonly rows = new Map<number, Set<number>>()

  constructor(
    private readonly listing: Pick<ListDefinition<Row, unknown>, 'lanes' | 'overlays'>,
    private readonly lasting = false,
  ) {}

  /** Inside a transaction over the outbox. */
  async read(database: PersonalDatabase): Promise<void> {
    this.entries.clear()
    this.rows.clear()
    const lanes = await Promise.all(
      this.listing.lanes.map((lane) => database.outbox.where('entity').startsWith(lane).toArray()),
    )
    for (const entry of lanes.flat().sort((one, other) => one.seq - other.seq)) this.put(entry.seq, entry)
  }

  /** Answers which rows look different for it. What an entry wishes never changes, only whether it waits. */
  put(seq: number, entry: OutboxEntry | undefined): Iterable<number> {
    const isOurs = entry && isPending(entry) && this.listing.lanes.some((lane) => entry.entity.startsWith(lane))
    if (!isOurs) return this.drop(seq)
    if (this.entries.has(seq)) return []
    const layers = this.listing.overlays(entry, this.lasting)
    this.entries.set(seq, layers)
    for (const id of layers.keys()) this.rows.set(id, (this.rows.get(id) ?? new Set()).add(seq))
    return layers.keys()
  }

  /** It does not wait any more; answers which rows look different for that. */
  drop(seq: number): Iterable<number> {
    const known = this.entries.get(seq)
    for (const id of known?.keys() ?? []) this.take(id, seq)
    this.entries.delete(seq)
    return known?.keys() ?? []
  }

  /** It is one of those that wait, as far as was heard. */
  knows(seq: number): boolean {
    return this.entries.has(seq)
  }

  private take(id: number, seq: number) {
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

  /** All rows that something waits for; those that were touched last come last. */
  touched(): number[] {
    return [...this.rows.keys()]
  }
}

/** The list as it is at one moment, read whole. */
export async function readMergedList<Row extends { titleId: number }, Item>(
  listing: ListDefinition<Row, Item>,
  database: PersonalDatabase,
): Promise<PersonalList<Item>> {
  const table = database.table<Row, number>(listing.table)
  return database.transaction('r', table, database.outbox, database.meta, async () => {
    const overlay = new PendingOverlays(listing)
    // Asked together: one after the other each would wait for the way to the disk and back.
    const [kept, loaded] = await Promise.all([table.toArray(), listing.pull.hasRun(database), overlay.read(database)])
    const rows = new Map(kept.map((row) => [row.titleId, row]))
    const ids = new Set([...rows.keys(), ...overlay.touched()])
    const placed = [...ids].flatMap((id) => listing.show(id, mergeRow(rows.get(id), overlay.overlaysOf(id))) ?? [])
    const items = placed.sort(bySortKey).map(({ item }) => item)
    return { userId: database.userId, items, loaded }
  })
}
