import type * as v from 'valibot'
import { DELTA_LIMIT, PER_PAGE_MAX } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { DeltaMeta } from '#contract/sync.ts'
import type { CallOptions } from './call.ts'
import { clock } from './clock.ts'
import { Refused, SignedOut } from './failures.ts'
import { note } from './journal.ts'
import { keep } from './keep.ts'
import type { BaseTable, PersonalDatabase } from './personal.ts'
import { putInPieces } from './pieces.ts'
import type { Versioned } from './rows.ts'
import { tokenOf } from './session.ts'

interface Answered<Item> {
  data: Item[]
  meta: v.InferOutput<typeof DeltaMeta> | PageMeta
}
interface Query {
  since?: string
  limit?: number
  page?: number
  per_page?: number
}
interface Sketch<Item, Row extends Versioned, Key extends string | number> {
  name: string
  table: BaseTable
  rowKey: (row: Row) => Key
  fetch: (query: Query, options: CallOptions) => Promise<Answered<Item>>
  row: (item: Item) => Row
  /** What a newer row becomes beside the one that is there, where something of it only grows. */
  join?: (before: Row, after: Row) => Row
}

/** A whole list of one person as it is shown; `loaded`: it has once come from the server. */
export interface KeptList<Item> {
  userId: number
  items: Item[]
  loaded: boolean
}

/** A personal list that is kept whole on the device. */
export interface Pulled {
  name: string
  /** Brings the list up to date; throws what `call` throws, and `SignedOut` unless it is this person who is signed in. What waits in the outbox is not touched. */
  refresh: (database: PersonalDatabase, options: CallOptions) => Promise<void>
  /** Whether the list has once been here whole. */
  hasRun: (database: PersonalDatabase) => Promise<boolean>
}

/**
 * Delta pull (sync page): rows apply only if newer, and a page of rows and its cursor are one small transaction, so
 * any order or multiplicity of pages gives the same base. A 410 starts over from a snapshot that is swapped in whole;
 * a server that knows no `since` is paged through and compared.
 */
export function pulled<Item, Row extends Versioned, Key extends string | number>(
  sketch: Sketch<Item, Row, Key>,
): Pulled {
  const cursorKey = `cursor:${sketch.name}`

  async function cursorOf(database: PersonalDatabase): Promise<string | undefined> {
    const kept = await database.meta.get(cursorKey)
    return typeof kept?.value === 'string' ? kept.value : undefined
  }

  async function refresh(database: PersonalDatabase, given: CallOptions) {
    const token = await tokenOf(database)
    if (token === undefined) throw new SignedOut()
    const options = { ...given, token }
    let cursor = await cursorOf(database)
    if (cursor === undefined || cursor === '') return start(database, options, { from: cursor, reset: false })
    try {
      for (let more = true; more; ) {
        const { data, meta } = await sketch.fetch({ since: cursor, limit: DELTA_LIMIT }, options)
        if (!('cursor' in meta)) return start(database, options, { from: cursor, reset: false })
        if (!(await applyPage(database, cursor, meta.cursor, data.map(sketch.row)))) return
        more = meta.more && meta.cursor !== cursor
        cursor = meta.cursor
      }
    } catch (failure) {
      if (!(failure instanceof Refused && failure.status === 410)) throw failure
      await note(database, 'reset', sketch.name, clock.now())
      await start(database, options, { from: cursor, reset: true })
    }
  }

  /** Answers false when another puller has moved the cursor meanwhile: a cursor never goes back. */
  async function applyPage(database: PersonalDatabase, from: string, to: string, rows: Row[]): Promise<boolean> {
    const base = database.table<Row, Key>(sketch.table)
    return keep(database, () =>
      database.transaction('rw', base, database.meta, async () => {
        if ((await cursorOf(database)) !== from) return false
        await putNewer(base, rows, sketch.rowKey, sketch.join)
        await database.meta.put({ key: cursorKey, value: to })
        return true
      }),
    )
  }

  /**
   * From a snapshot, unless another puller has moved the cursor meanwhile. `reset`: the server says that what is here is of
   * another time, so that its versions cannot be compared.
   */
  async function start(
    database: PersonalDatabase,
    options: CallOptions,
    { from, reset }: { from: string | undefined; reset: boolean },
  ) {
    const base = database.table<Row, Key>(sketch.table)
    const before = new Map((await base.toArray()).map((row) => [sketch.rowKey(row), row.version]))
    const { items, cursor } = await snapshot(options)
    const rows = items.map(sketch.row)
    const here = new Set(rows.map(sketch.rowKey))
    const highest = rows.reduce((most, row) => Math.max(most, row.version), 0)
    await keep(database, () =>
      database.transaction('rw', base, database.meta, async () => {
        if ((await cursorOf(database)) !== from) return
        // Rows that changed while the snapshot came, or are newer than all of it, know better than it does. Without a
        // cursor the latter may as well be gone: no tombstone will ever say so.
        const isFinal = cursor === ''
        const gone = (await base.toArray()).filter((row) => {
          if (before.get(sketch.rowKey(row)) !== row.version) return false
          return reset || ((isFinal || !(row.version > highest)) && !here.has(sketch.rowKey(row)))
        })
        await base.bulkDelete(gone.map(sketch.rowKey))
        await putNewer(base, rows, sketch.rowKey, sketch.join)
        await database.meta.put({ key: cursorKey, value: cursor })
      }),
    )
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
      // What is not on it is gone: it must not come from any cache.
      const { data, meta } = await sketch.fetch({ page, per_page: PER_PAGE_MAX }, { ...options, revalidate: true })
      items.push(...data)
      if ('cursor' in meta || page >= meta.lastPage || data.length === 0) return items
    }
  }

  return { name: sketch.name, refresh, hasRun: async (database) => (await cursorOf(database)) !== undefined }
}

/** Writes the rows that are newer than what is there. To be called inside a transaction. */
export async function putNewer<Row extends Versioned, Key extends string | number>(
  base: {
    bulkGet: (keys: Key[]) => PromiseLike<(Row | undefined)[]>
    bulkPut: (rows: Row[]) => PromiseLike<unknown>
  },
  rows: Row[],
  rowKey: (row: Row) => Key,
  join: (before: Row, after: Row) => Row = (_, after) => after,
) {
  const newest = new Map<Key, Row>()
  for (const row of rows) {
    const other = newest.get(rowKey(row))
    if (!other || row.version > other.version) newest.set(rowKey(row), row)
  }
  const there = await base.bulkGet([...newest.keys()])
  const newer = [...newest.values()].flatMap((row, index) => {
    const before = there[index]
    if (!(row.version > versionOf(before))) return []
    return before ? join(before, row) : row
  })
  await putInPieces(base, newer)
}

function versionOf(row: Versioned | undefined): number {
  return row && Number.isInteger(row.version) ? row.version : -1
}
