import { type SQL, sql } from 'drizzle-orm'
import { findableBy } from '#contract/search/findable.ts'
import { type Meaning, rankMeant } from '#contract/search/mistyped.ts'
import { byRank } from '#contract/search/ranking.ts'
import type { TitleOrder } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import { meantTerms, type SearchTerms } from './searchText.ts'
import { type FoundTitles, type Narrowing, ORDERS, type Piece, type TitleFilter, whereOf } from './titleSearch.ts'
import { mostVoted, nearestNamed, SEARCHED_TITLES } from './wordSearch.ts'

/**
 * So many titles of one search can be paged through, the most voted ones: a search that finds more wants another word,
 * and to rank and count them all would cost everybody else.
 */
export const SEARCH_DEPTH = 240
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
  const { offset, limit, filter } = search
  const rows = await statementOf(database, search).execute({ ...terms, genre: filter.genre, offset, limit })
  const [first] = rows
  if (first) return { cards: rows.map(cardOf), total: first.total }
  if (offset === 0) return { cards: [], total: 0 }
  const [some] = await statementOf(database, search).execute({ ...terms, genre: filter.genre, offset: 0, limit: 1 })
  return { cards: [], total: some?.total ?? 0 }
}

type Statement = ReturnType<typeof prepare>
const kept = new WeakMap<Database, Map<string, Statement>>()

/** Most of what a search costs here is its own making: statements of one shape are made once, and parsed once by each connection. */
function statementOf(database: Database, search: Search): Statement {
  const { order, depth, filter } = search
  const name = ['titles', order, depth, filter.type, filter.is_dubbed && 'dubbed', filter.genre && 'genre'].join(' ')
  const statements = kept.get(database) ?? new Map<string, Statement>()
  kept.set(database, statements)
  const statement = statements.get(name) ?? prepare(database, search, name)
  statements.set(name, statement)
  return statement
}

function prepare(database: Database, search: Search, name: string) {
  const terms = {
    matches: sql.placeholder('matches'),
    isName: sql.placeholder('isName'),
    beginsName: sql.placeholder('beginsName'),
  }
  const genre = search.filter.genre === undefined ? undefined : sql.placeholder('genre')
  const where = whereOfSearch({ ...search, filter: { ...search.filter, genre } })
  const found = nearestNamed(SEARCHED_TITLES, terms, where, search.depth)
  const place = search.order === 'votes' ? sql`nearness, votes desc, id desc` : ORDERS[search.order]
  const page = sql`(
    select id, count(*) over () as total, row_number() over (order by ${place}) as place from (${found}) as found
    order by ${place} limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}
  ) as page`
  return database
    .select({ ...cardColumns, total: sql`page.total`.mapWith(Number) })
    .from(titles)
    .innerJoin(page, sql`page.id = titles.id`)
    .orderBy(sql`page.place`)
    .prepare(name)
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
function whereOfSearch({ filter, order }: { filter: Narrowing; order: TitleOrder }): SQL {
  return order === 'votes' ? whereOf(filter, sql`true`) : whereOf(filter)
}
