import { and, asc, count, desc, eq, gt, inArray, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { DELTA_LIMIT, PER_PAGE } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { DeltaMeta, DeltaQuery } from '#contract/sync.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { clearances, versions } from '#server/database/schema/personal.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type CursorScope, readCursor, writeCursor } from './cursor.ts'

/** Deletions are reported to devices for this long, in ms (docs/sync.md#delta-pull). */
const TOMBSTONE_RETENTION = 90 * 86_400_000

/** A user's list that devices hold completely (docs/sync.md#delta-pull). */
export interface SyncedList<Key extends number | string, Item, Gone> {
  /** part of its cursors */
  name: string
  table: PgTable & { userId: PgColumn; version: PgColumn }
  /** when a row was deleted; null for existing rows */
  deletedAt: PgColumn | SQL
  /** identifies a row among the user's */
  key: PgColumn
  /** pages show the highest value first */
  newest: PgColumn
  /** Loads the existing rows with these keys, without tombstones. */
  items(database: Database, userId: number, keys: Key[]): Promise<Map<Key, Item>>
  tombstone(key: Key, version: number): Gone
}

/** The name of a clearance of all lists, which a restored database has. */
export const EVERY_LIST = ''

type Query = v.InferOutput<typeof DeltaQuery>
interface Answer<Row> {
  data: Row[]
  meta: PageMeta | v.InferOutput<typeof DeltaMeta>
}

/** Mounts the list's endpoint: in pages, or with `since` as a delta. */
export function serveSyncedList<Key extends number | string, Item, Gone>(
  api: Api,
  // biome-ignore lint/complexity/noBannedTypes: a list has no parameters
  endpoint: Endpoint<{}, Query, undefined, Answer<Item | Gone>, 'user'>,
  list: SyncedList<Key, Item, Gone>,
): void {
  serve(api, endpoint, ({ query, user, database, settings }) =>
    query.since === undefined
      ? page(database, list, user.id, query.page ?? 1, query.per_page ?? PER_PAGE)
      : changes(database, list, query.since, query.limit ?? DELTA_LIMIT, {
          userId: user.id,
          list: list.name,
          secrets: settings.secrets,
        }),
  )
}

async function page<Key extends number | string, Item, Gone>(
  database: Database,
  list: SyncedList<Key, Item, Gone>,
  userId: number,
  number: number,
  perPage: number,
): Promise<Answer<Item>> {
  const mine = and(eq(list.table.userId, userId), isNull(list.deletedAt))
  const rows = await database
    .select({ key: list.key })
    .from(list.table)
    .where(mine)
    .orderBy(desc(list.newest), desc(list.key))
    .limit(perPage)
    .offset((number - 1) * perPage)
  const [all] = await database.select({ total: count() }).from(list.table).where(mine)
  const keys = rows.map((row) => row.key as Key)
  const items = await list.items(database, userId, keys)
  return {
    data: keys.flatMap((key) => items.get(key) ?? []),
    meta: pageMeta({ page: number, perPage, total: all?.total ?? 0 }),
  }
}

/** Returns the changes after a cursor, in order, from one snapshot, so that no deletion is lost between two queries. */
function changes<Key extends number | string, Item, Gone>(
  database: Database,
  list: SyncedList<Key, Item, Gone>,
  since: string,
  limit: number,
  scope: CursorScope,
): Promise<Answer<Item | Gone>> {
  const { userId, version } = list.table
  return database.transaction(
    async (snapshot) => {
      const now = await counterOf(snapshot, scope.userId)
      const from = since === '' ? { version: 0, start: now, within: undefined } : readCursor(since, scope)
      // A cursor ahead of the counter comes from a database that was restored from an older backup.
      const isAhead = from.version > now
      if (isAhead || Math.max(from.version, from.start) < (await clearedOf(snapshot, scope))) refuse('cursor_gone')
      const later = gt(version, from.version)
      const rows = await snapshot
        .select({ key: list.key, version, deletedAt: list.deletedAt })
        .from(list.table)
        .where(
          and(
            eq(userId, scope.userId),
            // One call can change many rows with one version.
            from.within === undefined ? later : or(later, and(eq(version, from.version), gt(list.key, from.within))),
          ),
        )
        .orderBy(asc(version), asc(list.key))
        .limit(limit + 1)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const cursor = last
        ? { version: last.version as number, within: String(last.key), start: from.start }
        : { version: now, start: from.start }
      const living = shown.filter((row) => row.deletedAt === null).map((row) => row.key as Key)
      const items = await list.items(snapshot, scope.userId, living)
      return {
        data: shown.map((row) => items.get(row.key as Key) ?? list.tombstone(row.key as Key, row.version as number)),
        meta: { cursor: writeCursor(cursor, scope), more: last !== undefined },
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function counterOf(snapshot: Database, userId: number): Promise<number> {
  const [counter] = await snapshot.select().from(versions).where(eq(versions.userId, userId))
  return counter?.version ?? 0
}

async function clearedOf(snapshot: Database, { userId, list }: CursorScope): Promise<number> {
  const [cleared] = await snapshot
    .select({ version: max(clearances.version) })
    .from(clearances)
    .where(and(eq(clearances.userId, userId), inArray(clearances.list, [list, EVERY_LIST])))
  return cleared?.version ?? 0
}

/** Deletes old tombstones and records up to which version, so that devices with an older cursor start over. */
export async function deleteOldTombstones(
  { database, clock }: DatabaseContext,
  { name, table, deletedAt }: Pick<SyncedList<never, unknown, unknown>, 'name' | 'table' | 'deletedAt'>,
): Promise<void> {
  const before = new Date(clock().getTime() - TOMBSTONE_RETENTION).toISOString()
  await database.execute(sql`
    with gone as (
      delete from ${table} where ${deletedAt} < ${before}::timestamptz returning user_id, version
    )
    insert into ${clearances} (user_id, list, version)
    select user_id, ${name}, max(version) from gone group by user_id
    on conflict (user_id, list) do update set version = greatest(${clearances.version}, excluded.version)`)
}
