import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import { type WatchlistItem, watchlistApi } from '#contract/watchlist.ts'
import { type CardRow, cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { desired } from '#server/mutationKinds.ts'
import { queued } from '#server/mutations.ts'
import { serveList } from '#server/personalList.ts'
import { refuse } from '#server/refuse.ts'
import { type Api, serve } from '#server/serve.ts'

type Row = typeof watchlist.$inferSelect

const rowColumns = getTableColumns(watchlist)

export const watchlistList = {
  name: 'watchlist',
  table: watchlist,
  key: watchlist.titleId,
  newest: watchlist.savedAt,
  items: savedItems,
  gone: (titleId: number, version: number) => ({ titleId, deleted: true as const, version }),
}

export function serveWatchlist(api: Api): void {
  serveList(api, watchlistApi.list, watchlistList)

  serve(
    api,
    watchlistApi.set,
    queued(
      desired({
        entity: ({ id }) => watchlistEntity(id),
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
    ),
  )
}

/** What a wish to save a title is about, whichever call it comes by. */
export function watchlistEntity(titleId: number): string {
  return `watchlist:${titleId}`
}

/** Those of these titles that are saved. */
export async function savedItems(
  database: Database,
  userId: number,
  titleIds: number[],
): Promise<Map<number, WatchlistItem>> {
  const rows = await database
    .select({ title: cardColumns, row: rowColumns })
    .from(watchlist)
    .innerJoin(titles, eq(titles.id, watchlist.titleId))
    .where(and(eq(watchlist.userId, userId), inArray(watchlist.titleId, titleIds), isNull(watchlist.deletedAt)))
  return new Map(rows.map(({ row, title }) => [row.titleId, itemOf(row, title)]))
}

function isSaved(row: Row | null): row is Row & { deletedAt: null } {
  return row !== null && row.deletedAt === null
}

function itemOf({ titleId, savedAt, version }: Row, title: CardRow): WatchlistItem {
  return { titleId, title: cardOf(title), savedAt: savedAt.toISOString(), version }
}
