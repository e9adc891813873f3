import { type SQL, sql } from 'drizzle-orm'
import { findableBy } from '#contract/search/findable.ts'
import { type Meaning, rankMeant } from '#contract/search/mistyped.ts'
import { byRank } from '#contract/search/ranking.ts'
import type { TitleOrder } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import { meantTerms, type SearchTerms } from './searchText.ts'
import { type FoundTitles, ORDERS, type Piece, type TitleFilter, whereOf } from './titleSearch.ts'
import { mostVoted, nearestNamed, SEARCHED_TITLES } from './wordSearch.ts'

/**
 * So many titles of one search can be paged through, the most voted ones: a search that finds more wants another word,
 * and to rank and count them all would cost everybody else.
 */
export const SEARCH_DEPTH = 480
/** The same for a menu, which shows one page and no total. */
export const MENU_DEPTH = 60
/** The same for what was perhaps meant. */
const MEANT_DEPTH = 100

/** What is asked of a search beside its words. Its order by votes is the order of nearness, which ends in the votes. */
export interface Search extends Piece {
  filter: TitleFilter
  order: TitleOrder
  depth: number
}

/** Titles by words, in the order of the shared ranking, which the lexemes are made for (`byRank`); or in the asked order. */
export async function searchTitles(database: Database, terms: SearchTerms, search: Search): Promise<FoundTitles> {
  const found = nearestNamed(SEARCHED_TITLES, terms, whereOfSearch(search), search.depth)
  const place = search.order === 'votes' ? sql`nearness, votes desc, id desc` : ORDERS[search.order]
  const page = sql`(
    select id, count(*) over () as total, row_number() over (order by ${place}) as place
    from (${found}) as found order by ${place} limit ${search.limit} offset ${search.offset}
  ) as page`
  const rows = await database
    .select({ ...cardColumns, total: sql`page.total`.mapWith(Number) })
    .from(titles)
    .innerJoin(page, sql`page.id = titles.id`)
    .orderBy(sql`page.place`)
  const [first] = rows
  if (first) return { cards: rows.map(cardOf), total: first.total }
  return { cards: [], total: search.offset === 0 ? 0 : await countFound(database, found) }
}

/** Titles by what the words may have meant, nearest first. */
export async function searchMeantTitles(
  database: Database,
  meanings: readonly Meaning[],
  search: Search,
): Promise<FoundTitles> {
  const matching = mostVoted(SEARCHED_TITLES, meantTerms(meanings), whereOfSearch(search), MEANT_DEPTH)
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .where(sql`id in (select id from (${matching}) as matching)`)
    .orderBy(ORDERS[search.order])
  const ranked = rows.flatMap((row) => {
    const rank = rankMeant(findableBy([row.titleFa, row.titleEn, ...row.otherNames]), meanings)
    return rank ? [{ row, ...rank, id: row.id, weight: row.votes }] : []
  })
  if (search.order === 'votes') ranked.sort(byRank)
  const cards = ranked.slice(search.offset, search.offset + search.limit).map(({ row }) => cardOf(row))
  return { cards, total: ranked.length }
}

/** What is still to come is found by its name, and stands in no other order. */
function whereOfSearch({ filter, order }: Search): SQL {
  return order === 'votes' ? whereOf(filter, sql`true`) : whereOf(filter)
}

async function countFound(database: Database, found: SQL): Promise<number> {
  const { rows } = await database.execute<{ total: string | number }>(
    sql`select count(*) as total from (${found}) as found`,
  )
  return Number(rows[0]?.total ?? 0)
}
