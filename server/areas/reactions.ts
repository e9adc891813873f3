import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Like, reactionsApi } from '#contract/reactions.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { likeCounts, likes } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { BatchedChange, Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { desiredState } from '#server/sync/strategies.ts'
import { serveSyncedList } from '#server/sync/syncedList.ts'
import { redirectTitle } from './mergedTitles.ts'

const likesList = {
  name: 'likes',
  table: likes,
  // A title that is no longer liked keeps its row.
  deletedAt: sql`case when not ${likes.liked} then ${likes.changedAt} end`,
  key: likes.titleId,
  newest: likes.changedAt,
  items: likedItems,
  tombstone: (titleId: number, version: number) => ({ titleId, deleted: true as const, version }),
}

export function serveReactions(api: Api): void {
  serveSyncedList(api, reactionsApi.list, likesList)

  serve(
    api,
    reactionsApi.like,
    mutationHandler(
      desiredState({
        entity: ({ id }) => `like:${id}`,
        load,
        apply: like,
        present: (_, like) => like,
      }),
      redirectTitle(),
    ),
  )
}

type LikeMutation = Mutation<{ id: number }, { liked?: boolean | undefined }>

async function load(mutations: LikeMutation[]): Promise<(Like | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const ids = mutations.map(({ params }) => params.id).filter((id) => id <= ID_MAX)
  const rows = await mutation.transaction
    .select({ titleId: titles.id, liked: likes.liked, likes: likeCounts.likes, version: likes.version })
    .from(titles)
    .leftJoin(likes, and(eq(likes.titleId, titles.id), eq(likes.userId, mutation.userId)))
    .leftJoin(likeCounts, eq(likeCounts.titleId, titles.id))
    .where(inArray(titles.id, ids))
  const found = new Map(rows.map((row) => [row.titleId, row]))
  return mutations.map(({ params, version }) => {
    const row = found.get(params.id)
    if (!row) return new Refusal('not_found', {})
    // Without a row nothing was liked, as of this version.
    return {
      titleId: row.titleId,
      liked: row.liked ?? false,
      likes: row.likes ?? 0,
      version: row.version ?? version,
    }
  })
}

async function like(changes: BatchedChange<LikeMutation['params'], LikeMutation['body'], Like>[]): Promise<Like[]> {
  const [first] = changes
  const rows = changes.flatMap(({ mutation: { userId, body, version, now }, state: before }) => {
    const liked = body.liked ?? !before.liked
    return liked === before.liked ? [] : { userId, titleId: before.titleId, liked, version, changedAt: now }
  })
  if (!first || rows.length === 0) return changes.map(({ state }) => state)
  const { transaction } = first.mutation
  await transaction
    .insert(likes)
    .values(rows)
    .onConflictDoUpdate({
      target: [likes.userId, likes.titleId],
      set: { liked: sql`excluded.liked`, version: sql`excluded.version`, changedAt: sql`excluded.changed_at` },
    })
  const counts = new Map([
    ...(await count(transaction, rows, { liked: true, step: 1 })),
    ...(await count(transaction, rows, { liked: false, step: -1 })),
  ])
  const now = new Map(rows.map((row) => [row.titleId, row]))
  return changes.map(({ state }) => {
    const row = now.get(state.titleId)
    if (!row) return state
    return { titleId: row.titleId, liked: row.liked, likes: counts.get(row.titleId) ?? 0, version: row.version }
  })
}

/** Loads the liked ones of these titles. */
async function likedItems(database: Database, userId: number, titleIds: number[]): Promise<Map<number, Like>> {
  const rows = await database
    .select({ titleId: likes.titleId, likes: likeCounts.likes, version: likes.version })
    .from(likes)
    .leftJoin(likeCounts, eq(likeCounts.titleId, likes.titleId))
    .where(and(eq(likes.userId, userId), eq(likes.liked, true), inArray(likes.titleId, titleIds)))
  return new Map(rows.map((row) => [row.titleId, { ...row, liked: true, likes: row.likes ?? 0 }]))
}

/** Counts in the database with rows locked in id order, so that concurrent likes all count and do not deadlock. */
async function count(
  transaction: Database,
  rows: { titleId: number; liked: boolean }[],
  { liked, step }: { liked: boolean; step: 1 | -1 },
): Promise<[number, number][]> {
  const ids = rows.filter((row) => row.liked === liked).map((row) => row.titleId)
  if (ids.length === 0) return []
  const counted = await transaction
    .insert(likeCounts)
    .values(ids.toSorted((one, other) => one - other).map((titleId) => ({ titleId, likes: Math.max(0, step) })))
    .onConflictDoUpdate({ target: likeCounts.titleId, set: { likes: sql`${likeCounts.likes} + ${step}` } })
    .returning()
  return counted.map((row) => [row.titleId, row.likes])
}
