import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { type WatchlistItem, watchlistApi } from '#contract/watchlist.ts'
import { type CardRow, cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { BatchedChange, Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { desiredState } from '#server/sync/strategies.ts'
import { serveSyncedList } from '#server/sync/syncedList.ts'
import { redirectTitle } from './mergedTitles.ts'

type Row = typeof watchlist.$inferSelect

const rowColumns = getTableColumns(watchlist)

export const watchlistList = {
  name: 'watchlist',
  table: watchlist,
  deletedAt: watchlist.deletedAt,
  key: watchlist.titleId,
  newest: watchlist.savedAt,
  items: savedItems,
  tombstone: (titleId: number, version: number) => ({ titleId, deleted: true as const, version }),
}

export function serveWatchlist(api: Api): void {
  serveSyncedList(api, watchlistApi.list, watchlistList)

  serve(
    api,
    watchlistApi.set,
    mutationHandler(
      desiredState({
        entity: ({ id }) => watchlistEntity(id),
        load,
        apply: save,
        present({ version }, { title, row }) {
          if (isSaved(row)) return itemOf(row, title)
          // Without a row nothing was saved, as of this version.
          return { titleId: title.id, saved: false as const, version: row?.version ?? version }
        },
      }),
      redirectTitle(),
    ),
  )
}

interface State {
  title: CardRow
  row: Row | null
}
type SaveMutation = Mutation<{ id: number }, { saved?: boolean | undefined }>

async function load(mutations: SaveMutation[]): Promise<(State | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const ids = mutations.map(({ params }) => params.id).filter((id) => id <= ID_MAX)
  const found = await mutation.transaction
    .select({ title: cardColumns, row: rowColumns })
    .from(titles)
    .leftJoin(watchlist, and(eq(watchlist.titleId, titles.id), eq(watchlist.userId, mutation.userId)))
    .where(inArray(titles.id, ids))
  const states = new Map(found.map((state) => [state.title.id, state]))
  return mutations.map(({ params }) => states.get(params.id) ?? new Refusal('not_found', {}))
}

async function save(changes: BatchedChange<SaveMutation['params'], SaveMutation['body'], State>[]): Promise<State[]> {
  const [first] = changes
  const rows = changes.flatMap(({ mutation, state: { title, row } }) => {
    const saved = mutation.body.saved ?? !isSaved(row)
    if (saved === isSaved(row)) return []
    const { userId, version, createdAt, now } = mutation
    return { userId, titleId: title.id, savedAt: createdAt, version, deletedAt: saved ? null : now }
  })
  if (!first || rows.length === 0) return changes.map(({ state }) => state)
  const written = await first.mutation.transaction
    .insert(watchlist)
    .values(rows)
    .onConflictDoUpdate({
      target: [watchlist.userId, watchlist.titleId],
      set: {
        version: sql`excluded.version`,
        deletedAt: sql`excluded.deleted_at`,
        savedAt: sql`case when excluded.deleted_at is null then excluded.saved_at else ${watchlist.savedAt} end`,
      },
    })
    .returning()
  const now = new Map(written.map((row) => [row.titleId, row]))
  return changes.map(({ state: { title, row } }) => ({ title, row: now.get(title.id) ?? row }))
}

/** The entity of all mutations that save a title, whichever endpoint sends them. */
export function watchlistEntity(titleId: number): string {
  return `watchlist:${titleId}`
}

/** Loads the saved ones of these titles. */
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
