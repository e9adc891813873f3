import { type SQL, sql } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import type { PageRange } from './search/browseTitles.ts'

/**
 * Loads the cards of a range of titles. `chosen` is a FROM clause with `titles.id` as `id`; the range is cut by ids,
 * before card columns are read.
 */
export async function pageOfTitles(
  database: Database,
  { chosen, order }: { chosen: SQL; order: SQL },
  { offset, limit }: PageRange,
): Promise<TitleCard[]> {
  const page = sql`(
    select id as page_id, row_number() over (order by ${order}) as page_place
    from ${chosen} order by ${order} limit ${limit} offset ${offset}
  ) as page`
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .innerJoin(page, sql`page_id = titles.id`)
    .orderBy(sql`page_place`)
  return rows.map(cardOf)
}
