import { and, eq, sql } from 'drizzle-orm'
import { type Like, reactionsApi } from '#contract/reactions.ts'
import type { Database } from '#server/database/connect.ts'
import { likeCounts, likes } from '#server/database/schema/personal.ts'
import { queued } from '#server/mutations.ts'
import { requireTitle } from '#server/requireTitle.ts'
import { type Api, serve } from '#server/serve.ts'

export function serveReactions(api: Api): void {
  serve(
    api,
    reactionsApi.like,
    queued({
      entity: ({ id }) => `like:${id}`,
      async look({ transaction, userId, params, version }): Promise<Like> {
        await requireTitle(transaction, params.id)
        const [row] = await transaction
          .select()
          .from(likes)
          .where(and(eq(likes.userId, userId), eq(likes.titleId, params.id)))
        return {
          titleId: params.id,
          liked: row?.liked ?? false,
          likes: await likesOf(transaction, params.id),
          // Where no row is, nothing was liked: true up to where the counter stands.
          version: row?.version ?? version,
        }
      },
      async apply(wish, before) {
        const { transaction, userId, now } = wish
        const { titleId } = before
        const liked = wish.body.liked ?? !before.liked
        if (liked === before.liked) return before
        const change = { liked, changedAt: now, version: await wish.nextVersion() }
        await transaction
          .insert(likes)
          .values({ userId, titleId, ...change })
          .onConflictDoUpdate({ target: [likes.userId, likes.titleId], set: change })
        return { titleId, liked, likes: await countLike(transaction, titleId, liked ? 1 : -1), version: change.version }
      },
      show: (_, like) => like,
    }),
  )
}

/** How many like a title. */
export async function likesOf(database: Database, titleId: number): Promise<number> {
  const [counted] = await database.select().from(likeCounts).where(eq(likeCounts.titleId, titleId))
  return counted?.likes ?? 0
}

/** Counts in the database, row locked: of many at once each counts. */
async function countLike(transaction: Database, titleId: number, step: 1 | -1): Promise<number> {
  const [counted] = await transaction
    .insert(likeCounts)
    .values({ titleId, likes: Math.max(0, step) })
    .onConflictDoUpdate({ target: likeCounts.titleId, set: { likes: sql`${likeCounts.likes} + ${step}` } })
    .returning()
  return counted?.likes ?? 0
}
