import { and, eq, gt, isNull } from 'drizzle-orm'
import { dueTitles, markReleased } from '#server/catalogue/comingTitles.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { news } from '#server/text/messages.ts'
import { notify } from './notify.ts'

/** Users notified per query. */
const USERS_PER_QUERY = 500

/**
 * Releases titles whose day has come and notifies users who saved them. Notifies first: a server that stops halfway
 * repeats the round, and the occasion prevents a second notification.
 */
export async function releaseTitles(context: DatabaseContext): Promise<void> {
  for (const { id, titleFa, path } of await dueTitles(context.database, context.clock())) {
    const notification = { kind: 'released', title: news.released(titleFa), path, occasion: `released:${id}` } as const
    for (let after = 0, userIds = await saversOf(context.database, id, after); userIds.length > 0; ) {
      for (const userId of userIds) await notify(context, userId, notification)
      after = userIds.at(-1) ?? after
      userIds = await saversOf(context.database, id, after)
    }
    await markReleased(context.database, id, context.clock())
  }
}

async function saversOf(database: Database, titleId: number, after: number): Promise<number[]> {
  const rows = await database
    .select({ userId: watchlist.userId })
    .from(watchlist)
    .where(and(eq(watchlist.titleId, titleId), isNull(watchlist.deletedAt), gt(watchlist.userId, after)))
    .orderBy(watchlist.userId)
    .limit(USERS_PER_QUERY)
  return rows.map((row) => row.userId)
}
