import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import { DELTA_LIMIT, PER_PAGE } from '#contract/limits.ts'
import type { TitleCard } from '#contract/titles.ts'
import { type WatchlistItem, watchlistApi } from '#contract/watchlist.ts'
import { cardsOf } from '#server/catalogue/cards.ts'
import { readCursor, writeCursor } from '#server/cursor.ts'
import type { Database } from '#server/database/connect.ts'
import { versions, watchlist } from '#server/database/schema/personal.ts'
import { queued } from '#server/mutations.ts'
import { pageMeta } from '#server/pageMeta.ts'
import { refuse } from '#server/refuse.ts'
import { requireTitle } from '#server/requireTitle.ts'
import { type Api, serve } from '#server/serve.ts'

/** Deletions are told to devices this long (sync page), in ms. */
const TOMBSTONES_KEPT = 90 * 86_400_000

type Row = typeof watchlist.$inferSelect

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
      async look({ transaction, userId, params }): Promise<Row | undefined> {
        await requireTitle(transaction, params.id)
        const [row] = await transaction.select().from(watchlist).where(keyOf(userId, params.id))
        return row
      },
      async apply(wish, row) {
        const saved = wish.body.saved ?? !isSaved(row)
        if (saved === isSaved(row)) return row
        const version = await wish.nextVersion()
        const change = saved ? { version, savedAt: wish.wishedAt, deletedAt: null } : { version, deletedAt: wish.now }
        const [written] = await wish.transaction
          .insert(watchlist)
          .values({ userId: wish.userId, titleId: wish.params.id, savedAt: wish.wishedAt, ...change })
          .onConflictDoUpdate({ target: [watchlist.userId, watchlist.titleId], set: change })
          .returning()
        return written
      },
      async show({ transaction, params, version }, row) {
        if (isSaved(row)) return itemOf(row, await cardsOf(transaction, [row.titleId]))
        // Where no row is, nothing was saved: true up to where the counter stands.
        return { titleId: params.id, saved: false as const, version: row?.version ?? version }
      },
    }),
  )
}

function isSaved(row: Row | undefined): row is Row & { deletedAt: null } {
  return row !== undefined && row.deletedAt === null
}

function keyOf(userId: number, titleId: number) {
  return and(eq(watchlist.userId, userId), eq(watchlist.titleId, titleId))
}

function itemOf({ titleId, savedAt, version }: Row, cards: Map<number, TitleCard>): WatchlistItem {
  const title = cards.get(titleId)
  if (!title) throw new Error(`title ${titleId} is on a watchlist and not in the catalogue`)
  return { titleId, title, savedAt: savedAt.toISOString(), version }
}

/** Newest first. */
async function page(database: Database, userId: number, number: number, perPage: number) {
  const mine = and(eq(watchlist.userId, userId), isNull(watchlist.deletedAt))
  const rows = await database
    .select()
    .from(watchlist)
    .where(mine)
    .orderBy(desc(watchlist.savedAt), desc(watchlist.titleId))
    .limit(perPage)
    .offset((number - 1) * perPage)
  const [all] = await database.select({ total: count() }).from(watchlist).where(mine)
  const cards = await cardsOf(
    database,
    rows.map((row) => row.titleId),
  )
  return {
    data: rows.map((row) => itemOf(row, cards)),
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
      const rows = await snapshot
        .select()
        .from(watchlist)
        .where(and(eq(watchlist.userId, scope.userId), gt(watchlist.version, from.version)))
        .orderBy(asc(watchlist.version))
        .limit(limit + 1)
      const shown = rows.slice(0, limit)
      const cards = await cardsOf(
        snapshot,
        shown.filter(isSaved).map((row) => row.titleId),
      )
      const more = rows.length > limit
      const version = more ? (shown.at(-1)?.version ?? from.version) : now
      return {
        data: shown.map((row) =>
          isSaved(row) ? itemOf(row, cards) : { titleId: row.titleId, deleted: true as const, version: row.version },
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
