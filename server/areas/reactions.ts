import { and, eq, sql } from 'drizzle-orm'
import { type Like, reactionsApi } from '#contract/reactions.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { likeCounts, likes } from '#server/database/schema/personal.ts'
import { desired } from '#server/mutationKinds.ts'
import { queued } from '#server/mutations.ts'
import { refuse } from '#server/refuse.ts'
import { type Api, serve } from '#server/serve.ts'

export function serveReactions(api: Api): void {
  serve(
    api,
    reactionsApi.like,
    queued(
      desired({
        entity: ({ id }) => `like:${id}`,
        async look({ transaction, userId, params, version }): Promise<Like> {
          if (params.id > ID_MAX) refuse('not_found')
          const [found] = await transaction
            .select({ titleId: titles.id, liked: likes.liked, likes: likeCounts.likes, version: likes.version })
            .from(titles)
            .leftJoin(likes, and(eq(likes.titleId, titles.id), eq(likes.userId, userId)))
            .leftJoin(likeCounts, eq(likeCounts.titleId, titles.id))
            .where(eq(titles.id, params.id))
          if (!found) refuse('not_found')
          return {
            titleId: found.titleId,
            liked: found.liked ?? false,
            likes: found.likes ?? 0,
            // Where no row is, nothing was liked: true up to this version.
            version: found.version ?? version,
          }
        },
        async apply({ transaction, userId, body, now, version }, before) {
          const { titleId } = before
          const liked = body.liked ?? !before.liked
          if (liked === before.liked) return before
          const change = { liked, version, changedAt: now }
          await transaction
            .insert(likes)
            .values({ userId, titleId, ...change })
            .onConflictDoUpdate({ target: [likes.userId, likes.titleId], set: change })
          return { titleId, liked, likes: await countLike(transaction, titleId, liked ? 1 : -1), version }
        },
        show: (_, like) => like,
      }),
    ),
  )
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
