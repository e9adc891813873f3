import type * as v from 'valibot'
import { DELTA_LIMIT, PER_PAGE_MAX } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { DeltaMeta } from '#contract/sync.ts'
import { durableStore } from '#data/database/durableWrite.ts'
import { recordEvent } from '#data/database/journal.ts'
import type { BaseTable, PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import type { Versioned } from '#data/database/rows.ts'
import { SignedOut, tokenFor } from '#data/database/session.ts'
import type { CallOptions } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'
import { clock, pastOrZero } from '#data/platform/clock.ts'
import { resendDelivered } from './resend.ts'

interface DeltaPage<Item> {
  data: Item[]
  meta: v.InferOutput<typeof DeltaMeta> | PageMeta
}
interface Query {
  since?: string
  limit?: number
  page?: number
  per_page?: number
}
interface DeltaPullDefinition<Item, Row extends Versioned, Key extends string | number> {
  name: string
  table: BaseTable
  rowKey: (row: Row) => Key
  fetch: (query: Query, options: CallOptions) => Promise<DeltaPage<Item>>
  row: (item: Item) => Row
  /** The server may lack the call (docs/backend.md#optional-calls). The list is then current, and never complete. */
  isOptional?: true
  /** Merges a newer row into the stored one, for fields that only grow. */
  join?: (before: Row, after: Row) => Row
}

/** A personal list as shown. `loaded`: it has been fetched at least once. */
export interface PersonalList<Item> {
  userId: number
  items: Item[]
  loaded: boolean
}

/** A personal list that is stored in full on the device. */
export interface Pull {
  name: string
  /**
   * Refreshes the list. Throws what `call` throws, and `SignedOut` unless this user is signed in. Takes nothing out of
   * the outbox.
   */
  refresh: (database: PersonalDatabase, options: CallOptions) => Promise<void>
  /** Whether the list has ever been fetched in full. */
  hasRun: (database: PersonalDatabase) => Promise<boolean>
}

/** A pull with a cursor. */
export interface CursorPull extends Pull {
  /** When the list was last up to date, in ms of the device clock; undefined when unknown. */
  lastRun: (database: PersonalDatabase) => Promise<number | undefined>
  /**
   * Makes the next refresh fetch a snapshot. Call in the transaction over `meta` that writes a row with `goneWith`: no
   * delta would report such a row.
   */
  requestSnapshot: (database: PersonalDatabase) => Promise<void>
}

/** Stored in place of each cursor after a 410: the next refresh replaces the list, whatever versions its rows have. */
const DISCARDED = 'discarded'

/**
 * Creates a delta pull (docs/sync.md#delta-pull). Rows apply only if newer, and a page and its cursor are written in
 * one transaction, so pages in any order and number give the same base rows. A 410 makes every list start over from a
 * snapshot, which replaces it at once; the first of them sends delivered mutations again (docs/sync.md#restored-servers).
 * A server without `since` is read page by page and compared.
 */
export function deltaPull<Item, Row extends Versioned, Key extends string | number>(
  sketch: DeltaPullDefinition<Item, Row, Key>,
): CursorPull {
  const cursorKey = `cursor:${sketch.name}` as const
  const runKey = `pulled:${sketch.name}` as const

  async function cursorOf(database: PersonalDatabase): Promise<string | undefined> {
    const storedCursor = await database.meta.get(cursorKey)
    return typeof storedCursor?.value === 'string' ? storedCursor.value : undefined
  }

  /** Databases whose server lacks the call. It is not asked again while they are open. */
  const unserved = new WeakSet<PersonalDatabase>()

  async function refresh(database: PersonalDatabase, given: CallOptions) {
    const token = await tokenFor(database)
    if (token === undefined) throw new SignedOut()
    try {
      if (!unserved.has(database)) return await refreshAll(database, { ...given, token })
    } catch (failure) {
      if (!(sketch.isOptional && failure instanceof Refused && failure.lacksCall)) throw failure
      unserved.add(database)
    }
    await durableStore(database, () => markRun(database))
  }

  async function refreshAll(database: PersonalDatabase, options: CallOptions) {
    let cursor = await cursorOf(database)
    if (cursor === undefined || cursor === '' || cursor === DISCARDED) return start(database, options)
    try {
      for (let more = true; more; ) {
        const { data, meta } = await sketch.fetch({ since: cursor, limit: DELTA_LIMIT }, options)
        if (!('cursor' in meta)) return start(database, options)
        more = meta.more && meta.cursor !== cursor
        const page = { from: cursor, to: meta.cursor, isLast: !more, rows: data.map(sketch.row) }
        if (!(await applyPage(database, page))) return
        cursor = meta.cursor
      }
    } catch (failure) {
      if (!(failure instanceof Refused && failure.status === 410)) throw failure
      await recordEvent(database, 'reset', sketch.name, clock.now())
      await discardCursors(database, cursor)
      if ((await cursorOf(database)) === DISCARDED) await start(database, options)
    }
  }

  /** Makes every list start over, unless another pull has moved this one's cursor since the server refused it. */
  async function discardCursors(database: PersonalDatabase, refused: string) {
    const { meta } = database
    await durableStore(database, () =>
      database.transaction('rw', meta, async () => {
        if ((await cursorOf(database)) === refused) await storedCursors(database).modify({ value: DISCARDED })
      }),
    )
  }

  /** Returns false when another pull moved the cursor: a cursor never moves back. */
  async function applyPage(
    database: PersonalDatabase,
    { from, to, isLast, rows }: { from: string; to: string; isLast: boolean; rows: Row[] },
  ): Promise<boolean> {
    const base = database.table<Row, Key>(sketch.table)
    return durableStore(database, () =>
      database.transaction('rw', base, database.meta, async () => {
        if ((await cursorOf(database)) !== from) return false
        await putPulled(base, rows)
        await database.meta.put({ key: cursorKey, value: to })
        if (isLast) await markRun(database)
        return true
      }),
    )
  }

  /** Replaces the list by a snapshot, unless another pull moved the cursor meanwhile. */
  async function start(database: PersonalDatabase, options: CallOptions) {
    const base = database.table<Row, Key>(sketch.table)
    const { outbox, delivered, meta, journal } = database
    const from = await cursorOf(database)
    const before = new Map(
      (await base.toArray()).map((row) => [sketch.rowKey(row), { version: row.version, goneWith: row.goneWith }]),
    )
    const { items, cursor } = await snapshot(options)
    const rows = items.map(sketch.row)
    const received = new Set(rows.map(sketch.rowKey))
    const highest = rows.reduce((most, row) => Math.max(most, row.version), 0)
    await durableStore(database, () =>
      database.transaction('rw', [base, outbox, delivered, meta, journal], async () => {
        if ((await cursorOf(database)) !== from) return
        // With the first list: what this device did and the server has lost stays visible.
        const cursors = await storedCursors(database).toArray()
        const isFirst = cursors.length > 0 && cursors.every(({ value }) => value === DISCARDED)
        if (isFirst && cursor !== '') await resendDelivered(database)
        // Keeps rows that changed while the snapshot was fetched, and rows newer than all of it. Without a cursor
        // the newer rows may be deleted ones: no tombstone will arrive for them.
        const isFinal = cursor === ''
        const there = await base.toArray()
        const gone = there.filter((row) => {
          if (row.isLocal || before.get(sketch.rowKey(row))?.version !== row.version) return false
          return from === DISCARDED || ((isFinal || !(row.version > highest)) && !received.has(sketch.rowKey(row)))
        })
        await base.bulkDelete(gone.map(sketch.rowKey))
        const wasGone = (row: Row) => row.goneWith === before.get(sketch.rowKey(row))?.goneWith
        const isBack = (row: Row, now: Row) => row.version === now.version && now.goneWith !== undefined && wasGone(now)
        await putPulled(base, rows, isBack)
        // Rows that became `goneWith` meanwhile need another snapshot.
        const isOver = there.every((row) => row.goneWith === undefined || wasGone(row))
        await meta.put({ key: cursorKey, value: isOver ? cursor : '' })
        await markRun(database)
      }),
    )
  }

  /** Together with the answer: only the server's answers make a list current. */
  async function markRun({ meta }: PersonalDatabase) {
    await meta.put({ key: runKey, value: clock.now() })
  }

  function putPulled(base: Base<Row, Key>, rows: Row[], counts: (row: Row, now: Row) => boolean = () => false) {
    const { rowKey, join } = sketch
    const isNews = (row: Row, now: Row | undefined) => isNewer(row, now) || (now !== undefined && counts(row, now))
    return putWhere(base, rows, { rowKey, join, isNews })
  }

  async function snapshot(options: CallOptions): Promise<{ items: Item[]; cursor: string }> {
    const items: Item[] = []
    let cursor = ''
    for (;;) {
      const { data, meta } = await sketch.fetch({ since: cursor, limit: DELTA_LIMIT }, options)
      if (!('cursor' in meta)) return { items: await everyPage(options), cursor: '' }
      items.push(...data)
      if (!meta.more || meta.cursor === cursor) return { items, cursor: meta.cursor }
      cursor = meta.cursor
    }
  }

  async function everyPage(options: CallOptions): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; ; page++) {
      // Revalidated: rows missing from a page are deleted.
      const { data, meta } = await sketch.fetch({ page, per_page: PER_PAGE_MAX }, { ...options, revalidate: true })
      items.push(...data)
      if ('cursor' in meta || page >= meta.lastPage || data.length === 0) return items
    }
  }

  async function compareNext(database: PersonalDatabase) {
    const cursor = await cursorOf(database)
    if (cursor !== undefined && cursor !== DISCARDED) await database.meta.put({ key: cursorKey, value: '' })
  }

  const hasRun = async (database: PersonalDatabase) => (await cursorOf(database)) !== undefined
  const lastRun = async ({ meta }: PersonalDatabase) => {
    const at = (await meta.get(runKey))?.value
    return typeof at === 'number' && pastOrZero(at) > 0 ? at : undefined
  }
  return { name: sketch.name, refresh, hasRun, lastRun, requestSnapshot: compareNext }
}

/** The cursors of all lists that were ever fetched. */
function storedCursors({ meta }: PersonalDatabase) {
  return meta.where('key').startsWith('cursor:')
}

interface Base<Row, Key> {
  bulkGet: (keys: Key[]) => PromiseLike<(Row | undefined)[]>
  bulkPut: (rows: Row[]) => PromiseLike<unknown>
}

/** Writes rows that are newer than the stored ones. Call inside a transaction. */
export function putNewer<Row extends Versioned, Key extends string | number>(
  base: Base<Row, Key>,
  rows: Row[],
  rowKey: (row: Row) => Key,
) {
  return putWhere(base, rows, { rowKey, isNews: isNewer })
}

/**
 * Writes the server's answers to mutations of one title. `seq`: of the outbox entry. After a removal that the server
 * answered with "not found", a later answer counts even at the stored version.
 */
export function putAcknowledged<Row extends Versioned & { titleId: number }>(
  base: Base<Row, number>,
  answers: { row: Row; seq: number }[],
) {
  const seqs = new Map(answers.map(({ row, seq }) => [row, seq]))
  const rows = answers.map(({ row }) => row)
  return putWhere(base, rows, { rowKey: ({ titleId }) => titleId, isNews })

  function isNews(row: Row, before: Row | undefined): boolean {
    const isLater = before?.goneWith !== undefined && (seqs.get(row) ?? 0) > before.goneWith
    return isNewer(row, before) || (isLater && row.version === before.version)
  }
}

async function putWhere<Row extends Versioned, Key extends string | number>(
  base: Base<Row, Key>,
  rows: Row[],
  {
    rowKey,
    join = (_, after) => after,
    isNews,
  }: {
    rowKey: (row: Row) => Key
    join?: ((before: Row, after: Row) => Row) | undefined
    isNews: (row: Row, before: Row | undefined) => boolean
  },
) {
  const newest = new Map<Key, Row>()
  for (const row of rows) {
    const other = newest.get(rowKey(row))
    if (!other || row.version > other.version) newest.set(rowKey(row), row)
  }
  const there = await base.bulkGet([...newest.keys()])
  const newer = [...newest.values()].flatMap((row, index) => {
    const before = there[index]
    if (!isNews(row, before)) return []
    return before ? join(before, row) : row
  })
  await putInChunks(base, newer)
}

function isNewer(row: Versioned, before: Versioned | undefined): boolean {
  return row.version > versionOf(before)
}

function versionOf(row: Versioned | undefined): number {
  return row && Number.isInteger(row.version) ? row.version : -1
}
