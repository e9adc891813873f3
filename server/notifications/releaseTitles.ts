import { and, eq, gt, isNull } from 'drizzle-orm'
import { dueTitles, showReleased } from '#server/catalogue/comingTitles.ts'
import type { Database } from '#server/database/connect.ts'
import { watchlist } from '#server/database/schema/personal.ts'
import { news } from '#server/text/messages.ts'
import { notify } from './notify.ts'

/** People told at a time. */
const PIECE = 500

interface Frame {
  database: Database
  clock: () => Date
}

/**
 * Titles whose day has come are titles like all others from now on, and who has saved one hears of it. Told first: a
 * server that stops half-way begins again, and nobody hears of it twice.
 */
export async function releaseTitles(frame: Frame): Promise<void> {
  for (const { id, titleFa, path } of await dueTitles(frame.database, frame.clock())) {
    const said = { kind: 'released', title: news.released(titleFa), path, occasion: `released:${id}` } as const
    for (let after = 0, people = await saversOf(frame.database, id, after); people.length > 0; ) {
      for (const userId of people) await notify(frame, userId, said)
      after = people.at(-1) ?? after
      people = await saversOf(frame.database, id, after)
    }
    await showReleased(frame.database, id, frame.clock())
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
