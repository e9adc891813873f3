import { eq, sql } from 'drizzle-orm'
import type { TitleType } from '#contract/titleCards.ts'
import type { ComingTitle } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { dayInTehran } from '#server/platform/tehranTime.ts'
import { recordChange } from './cache/catalogueState.ts'
import { cardColumns, cardOf, pathOfTitle } from './cards.ts'
import type { PageRange } from './search/browseTitles.ts'

/** Coming titles as of today in Tehran, soonest first, those without a day last. */
export async function comingTitles(
  database: Database,
  type: TitleType | 'all',
  { offset, limit }: PageRange,
  now: Date,
): Promise<{ titles: ComingTitle[]; total: number }> {
  const where = sql`is_coming and not is_hidden and (released_at is null or released_at > ${dayInTehran(now)}::date)
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

/** Coming titles whose day has come. */
export async function dueTitles(
  database: Database,
  now: Date,
): Promise<{ id: number; titleFa: string; path: string }[]> {
  const rows = await database
    .select({ id: titles.id, titleFa: titles.titleFa, titleEn: titles.titleEn })
    .from(titles)
    .where(sql`is_coming and released_at <= ${dayInTehran(now)}::date`)
    .orderBy(titles.id)
  return rows.map(({ id, titleFa, titleEn }) => ({ id, titleFa, path: pathOfTitle({ id, titleEn }) }))
}

/** Turns a coming title into a released one. */
export async function markReleased(database: Database, id: number, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.update(titles).set({ isComing: false, updatedAt: now }).where(eq(titles.id, id))
    await recordChange(transaction)
  })
}
