import type * as v from 'valibot'
import { DELTA_LIMIT, PER_PAGE_MAX } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { DeltaMeta } from '#contract/sync.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { recordEvent } from '#data/database/journal.ts'
import type { BaseTable, PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import type { Versioned } from '#data/database/rows.ts'
import { SignedOut, tokenFor } from '#data/database/session.ts'
import type { CallOptions } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'
import { clock, pastOrZero } from '#data/platform/clock.ts'

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
  /** What a newer row becomes beside the one that is there, where something of it only grows. */
  join?: (before: Row, after: Row) => Row
}

/** A whole list of one person as it is shown; `loaded`: it has once come from the server. */
export interface PersonalList<Item> {
  userId: number
  items: Item[]
  loaded: boolean
}

/** A personal list that is kept whole on the device. */
export interface Pull {
  name: string
  /** Brings the list up to date; throws what `call` throws, and `SignedOut` unless it is this person who is signed in. What waits in the outbox is not touched. */
  refresh: (database: PersonalDatabase, options: CallOptions) => Promise<void>
  /** Whether the list has once been here whole. */
  hasRun: (database: PersonalDatabase) => Promise<boolean>
}

/** One that goes by a cursor. */
export interface CursorPull extends Pull {
  /** When the server last gave all of it, ms on the device clock; nothing while that is not known. */
  lastRun: (database: PersonalDatabase) => Promise<number | undefined>
  /**
   * To be called in a transaction over `meta` that writes a row with `goneWith`: the list is read whole the next time, and what the
   * server has then counts. No change of it would ever tell.
   */
  requestSnapshot: (database: PersonalDatabase) => Promise<void>
}

/**
 * Delta pull (sync page): rows apply only if newer, and a page of rows and its cursor are one small transaction, so
 * any order or multiplicity of pages gives the same base. A 410 starts over from a snapshot that is swapped in whole;
 * a server that knows no `since` is paged through and compared.
 */
export function deltaPull<Item, Row extends Versioned, Key extends string | number>(
  sketch: DeltaPullDefinition<Item, Row, Key>,
): CursorPull {
  const cursorKey = `cursor:${sketch.name}`
  const runKey = `pulled:${sketch.name}`

  async function cursorOf(database: PersonalDatabase): Promise<string | undefined> {
    const kept = await database.meta.get(cursorKey)
    return typeof kept?.value === 'string' ? kept.value : undefined
  }

  async function refresh(database: PersonalDatabase, given: CallOptions) {
    const token = await tokenFor(database)
    if (token === undefined) throw new SignedOut()
    const options = { ...given, token }
    let cursor = await cursorOf(database)
    if (cursor === undefined || cursor === '') return start(database, options, { from: cursor, reset: false })
    try {
      for (let more = true; more; ) {
        const { data, meta } = await sketch.fetch({ since: cursor, limit: DELTA_LIMIT }, options)
        if (!('cursor' in meta)) return start(database, options, { from: cursor, reset: false })
        more = meta.more && meta.cursor !== cursor
        const page = { from: cursor, to: meta.cursor, isLast: !more, rows: data.map(sketch.row) }
        if (!(await applyPage(database, page))) return
        cursor = meta.cursor
      }
    } catch (failure) {
      if (!(failure instanceof Refused && failure.status === 410)) throw failure
      await recordEvent(database, 'reset', sketch.name, clock.now())
      await start(database, options, { from: cursor, reset: true })
    }
  }

  /** Answers false when another puller has moved the cursor meanwhile: a cursor never goes back. */
  async function applyPage(
    database: PersonalDatabase,
    { from, to, isLast, rows }: { from: string; to: string; isLast: boolean; rows: Row[] },
  ): Promise<boolean> {
    const base = database.table<Row, Key>(sketch.table)
    return durableWrite(database, () =>
      database.transaction('rw', base, database.meta, async () => {
        if ((await cursorOf(database)) !== from) return false
        await putPulled(base, rows)
        await database.meta.put({ key: cursorKey, value: to })
        if (isLast) await markRun(database)
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
    const before = new Map(
      (await base.toArray()).map((row) => [sketch.rowKey(row), { version: row.version, goneWith: row.goneWith }]),
    )
    const { items, cursor } = await snapshot(options)
    const rows = items.map(sketch.row)
    const here = new Set(rows.map(sketch.rowKey))
    const highest = rows.reduce((most, row) => Math.max(most, row.version), 0)
    await durableWrite(database, () =>
      database.transaction('rw', base, database.meta, async () => {
        if ((await cursorOf(database)) !== from) return
        // Rows that changed while the snapshot came, or are newer than all of it, know better than it does. Without a
        // cursor the latter may as well be gone: no tombstone will ever say so.
        const isFinal = cursor === ''
        const there = await base.toArray()
        const gone = there.filter((row) => {
          if (before.get(sketch.rowKey(row))?.version !== row.version) return false
          return reset || ((isFinal || !(row.version > highest)) && !here.has(sketch.rowKey(row)))
        })
        await base.bulkDelete(gone.map(sketch.rowKey))
        const wasGone = (row: Row) => row.goneWith === before.get(sketch.rowKey(row))?.goneWith
        const isBack = (row: Row, now: Row) => row.version === now.version && now.goneWith !== undefined && wasGone(now)
        await putPulled(base, rows, isBack)
        // What was not found meanwhile is for the next time.
        const isOver = there.every((row) => row.goneWith === undefined || wasGone(row))
        await database.meta.put({ key: cursorKey, value: isOver ? cursor : '' })
        await markRun(database)
      }),
    )
  }

  /** Together with what was answered: nobody but the server makes a list younger. */
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
      // What is not on it is gone: it must not come from any cache.
      const { data, meta } = await sketch.fetch({ page, per_page: PER_PAGE_MAX }, { ...options, revalidate: true })
      items.push(...data)
      if ('cursor' in meta || page >= meta.lastPage || data.length === 0) return items
    }
  }

  async function compareNext(database: PersonalDatabase) {
    if ((await cursorOf(database)) !== undefined) await database.meta.put({ key: cursorKey, value: '' })
  }

  const hasRun = async (database: PersonalDatabase) => (await cursorOf(database)) !== undefined
  const lastRun = async ({ meta }: PersonalDatabase) => {
    const at = (await meta.get(runKey))?.value
    return typeof at === 'number' && pastOrZero(at) > 0 ? at : undefined
  }
  return { name: sketch.name, refresh, hasRun, lastRun, requestSnapshot: compareNext }
}

interface Base<Row, Key> {
  bulkGet: (keys: Key[]) => PromiseLike<(Row | undefined)[]>
  bulkPut: (rows: Row[]) => PromiseLike<unknown>
}

/** Writes the rows that are newer than what is there. To be called inside a transaction. */
export function putNewer<Row extends Versioned, Key extends string | number>(
  base: Base<Row, Key>,
  rows: Row[],
  rowKey: (row: Row) => Key,
) {
  return putWhere(base, rows, { rowKey, isNews: isNewer })
}

/**
 * As `putNewer`, for what the server answered to a change of ours to what there is of a title. `seq`: the change's place in the outbox. A server that
 * did not know a thing when it was to be removed, and has it all the same, says so under the version it always had.
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
