import { and, asc, count, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import { DELTA_LIMIT, PER_PAGE } from '#contract/limits.ts'
import { type WatchlistItem, watchlistApi } from '#contract/watchlist.ts'
import { type CardRow, cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import { readCursor, writeCursor } from '#server/cursor.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { versions, watchlist } from '#server/database/schema/personal.ts'
import { queued } from '#server/mutations.ts'
import { pageMeta } from '#server/pageMeta.ts'
import { refuse } from '#server/refuse.ts'
import { type Api, serve } from '#server/serve.ts'

/** Deletions are told to devices this long (sync page), in ms. */
const TOMBSTONES_KEPT = 90 * 86_400_000

type Row = typeof watchlist.$inferSelect

const rowColumns = getTableColumns(watchlist)

export function serveWatchlist(api: Api): void {
  serve(api, watchlistApi.list, ({ query, user, database, settings }) =>
    query.since === undefined
      ? page(database, user.id, query.page ?? 1, query.per_page ?? PER_PAGE)
      : changes(database, query.since, query.limit ?? DELTA_LIMIT, {
          userId: user.id,
          list: 'watchlist',
          secret: settings.secret,
        }),
  )

  serve(
    api,
    watchlistApi.set,
    queued({
      entity: ({ id }) => `watchlist:${id}`,
      async look({ transaction, userId, params }) {
        if (params.id > ID_MAX) refuse('not_found')
        const [found] = await transaction
          .select({ title: cardColumns, row: rowColumns })
          .from(titles)
          .leftJoin(watchlist, and(eq(watchlist.titleId, titles.id), eq(watchlist.userId, userId)))
          .where(eq(titles.id, params.id))
        return found ?? refuse('not_found')
      },
      async apply({ transaction, userId, body, version, wishedAt, now }, { title, row }) {
        const saved = body.saved ?? !isSaved(row)
        if (saved === isSaved(row)) return { title, row }
        const change = saved ? { version, savedAt: wishedAt, deletedAt: null } : { version, deletedAt: now }
        const [written] = await transaction
          .insert(watchlist)
          .values({ userId, titleId: title.id, savedAt: wishedAt, ...change })
          .onConflictDoUpdate({ target: [watchlist.userId, watchlist.titleId], set: change })
          .returning()
        return { title, row: written ?? null }
      },
      show({ version }, { title, row }) {
        if (isSaved(row)) return itemOf(row, title)
        // Where no row is, nothing was saved: true up to this version.
        return { titleId: title.id, saved: false as const, version: row?.version ?? version }
      },
    }),
  )
}

function isSaved(row: Row | null): row is Row & { deletedAt: null } {
  return row !== null && row.deletedAt === null
}

function itemOf({ titleId, savedAt, version }: Row, title: CardRow): WatchlistItem {
  return { titleId, title: cardOf(title), savedAt: savedAt.toISOString(), version }
}

function rowsOf(database: Database) {
  return database
    .select({ title: cardColumns, row: rowColumns })
    .from(watchlist)
    .innerJoin(titles, eq(titles.id, watchlist.titleId))
}

/** Newest first. */
async function page(database: Database, userId: number, number: number, perPage: number) {
  const mine = and(eq(watchlist.userId, userId), isNull(watchlist.deletedAt))
  const rows = await rowsOf(database)
    .where(mine)
    .orderBy(desc(watchlist.savedAt), desc(watchlist.titleId))
    .limit(perPage)
    .offset((number - 1) * perPage)
  const [all] = await database.select({ total: count() }).from(watchlist).where(mine)
  return {
    data: rows.map(({ row, title }) => itemOf(row, title)),
    meta: pageMeta({ page: number, perPage, total: all?.total ?? 0 }),
  }
}

type Scope = Parameters<typeof readCursor>[1]

/** What changed after the cursor, in order; all of it is one snapshot, so no deletion slips out between two looks. */
async function changes(database: Database, since: string, limit: number, scope: Scope) {
  return database.transaction(
    async (snapshot) => {
      const [counter] = await snapshot.select().from(versions).where(eq(versions.userId, scope.userId))
      const { version: now, watchlistCleared } = counter ?? { version: 0, watchlistCleared: 0 }
      const from = since === '' ? { version: 0, start: now } : readCursor(since, scope)
      // Ahead of us: of a database that was since put back to an older copy.
      if (from.version > now || Math.max(from.version, from.start) < watchlistCleared) refuse('cursor_gone')
      const rows = await rowsOf(snapshot)
        .where(and(eq(watchlist.userId, scope.userId), gt(watchlist.version, from.version)))
        .orderBy(asc(watchlist.version))
        .limit(limit + 1)
      const shown = rows.slice(0, limit)
      const more = rows.length > limit
      const version = more ? (shown.at(-1)?.row.version ?? from.version) : now
      return {
        data: shown.map(({ row, title }) =>
          isSaved(row) ? itemOf(row, title) : { titleId: row.titleId, deleted: true as const, version: row.version },
        ),
        meta: { cursor: writeCursor({ version, start: from.start }, scope), more },
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Clears old tombstones away, and notes how far, so that devices which have not heard of them start over. */
export async function clearTombstones({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  const old = and(
    isNotNull(watchlist.deletedAt),
    lt(watchlist.deletedAt, new Date(clock().getTime() - TOMBSTONES_KEPT)),
  )
  await database.transaction(async (transaction) => {
    const highest = await transaction
      .select({ userId: watchlist.userId, version: max(watchlist.version) })
      .from(watchlist)
      .where(old)
      .groupBy(watchlist.userId)
      .orderBy(watchlist.userId)
    for (const { userId, version } of highest) {
      await transaction
        .update(versions)
        .set({ watchlistCleared: sql`greatest(${versions.watchlistCleared}, ${version})` })
        .where(eq(versions.userId, userId))
      await transaction
        .delete(watchlist)
        .where(and(old, eq(watchlist.userId, userId), lt(watchlist.version, Number(version) + 1)))
    }
  })
}
