import { sql } from 'drizzle-orm'
import type { TitleType } from '#contract/titleCards.ts'
import type { ComingTitle } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import { noteChange } from './state.ts'
import type { Piece } from './titleSearch.ts'

const dayInTehran = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran', dateStyle: 'short' })

/** What is still to come on that day of Tehran, soonest first; what has no day yet, last. */
export async function comingTitles(
  database: Database,
  type: TitleType | 'all',
  { offset, limit }: Piece,
  now: Date,
): Promise<{ titles: ComingTitle[]; total: number }> {
  const where = sql`is_coming and (released_at is null or released_at > ${dayInTehran.format(now)}::date)
    and ${type === 'all' ? sql`true` : sql`type = ${type}`}`
  const total = await database.$count(titles, where)
  const rows = await database
    .select({ ...cardColumns, releasedAt: titles.releasedAt, synopsis: titles.synopsis })
    .from(titles)
    .where(where)
    .orderBy(sql`released_at, first_shown, id`)
    .limit(limit)
    .offset(offset)
  return { titles: rows.map(({ releasedAt, synopsis, ...row }) => ({ ...cardOf(row), releasedAt, synopsis })), total }
}

/** Titles whose day has come are titles like all others from now on. Answers which. */
export async function releaseTitles(database: Database, now: Date): Promise<number[]> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: number }>(sql`
      update titles set is_coming = false, updated_at = ${now.toISOString()}::timestamptz
      where is_coming and released_at <= ${dayInTehran.format(now)}::date returning id`)
    if (rows.length > 0) await noteChange(transaction)
    return rows.map((row) => row.id)
  })
}
