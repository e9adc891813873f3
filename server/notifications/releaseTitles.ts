import { and, eq, gt, isNull } from 'drizzle-orm'
import { dueTitles, markReleased } from '#server/catalogue/comingTitles.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { news } from '#server/text/messages.ts'
import { notify } from './notify.ts'

/** People told at a time. */
const PIECE = 500

/**
 * Titles whose day has come are titles like all others from now on, and who has saved one hears of it. Told first: a
 * server that stops half-way begins again, and nobody hears of it twice.
 */
export async function releaseTitles(context: DatabaseContext): Promise<void> {
  for (const { id, titleFa, path } of await dueTitles(context.database, context.clock())) {
    const said = { kind: 'released', title: news.released(titleFa), path, occasion: `released:${id}` } as const
    for (let after = 0, people = await saversOf(context.database, id, after); people.length > 0; ) {
      for (const userId of people) await notify(context, userId, said)
      after = people.at(-1) ?? after
      people = await saversOf(context.database, id, after)
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
    .limit(PIECE)
  return rows.map((row) => row.userId)
}
