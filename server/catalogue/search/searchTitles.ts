import { type SQL, sql } from 'drizzle-orm'
import { compareByRank } from '#contract/search/ranking.ts'
import { searchableNames } from '#contract/search/searchableNames.ts'
import { type Interpretation, rankWithTypos } from '#contract/search/typos.ts'
import type { TitleOrder } from '#contract/titleCards.ts'
import { cachedCards } from '#server/catalogue/cache/cachedCards.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { type FoundTitles, isListed, ORDERS, type PageRange } from './browseTitles.ts'
import { meantTerms, type SearchTerms, type TitleFilter, withFilter } from './searchTerms.ts'
import { mostVoted, nearestNamed, SEARCHED_TITLES } from './wordSearch.ts'

/** `SEARCH_DEPTH` for a menu, which shows one page and no total. */
export const MENU_DEPTH = 60
/** `SEARCH_DEPTH` for corrected spellings. */
const CORRECTED_DEPTH = 100

/** The parameters of a search besides its words. Order by votes means order by nearness, which ends with votes. */
export interface Search extends PageRange {
  filter: TitleFilter
  order: TitleOrder
  depth: number
}

/**
 * Finds titles by words, in the order of the ranking that server and device share, or in the requested order.
 */
export async function searchTitles(database: Database, terms: SearchTerms, search: Search): Promise<FoundTitles> {
  const { offset, limit, filter } = search
  const statement = statementOf(database, search)
  const asked = {
    matches: withFilter(terms.matches, filter),
    isName: withFilter(terms.isName, filter),
    beginsName: terms.beginsName,
  }
  const rows = await statement.execute({ ...asked, offset, limit })
  const [first] = rows
  if (first) return { cards: await cachedCards(database, rows), total: first.total }
  if (offset === 0) return { cards: [], total: 0 }
  const [some] = await statement.execute({ ...asked, offset: 0, limit: 1 })
  return { cards: [], total: some?.total ?? 0 }
}

type Statement = ReturnType<typeof prepare>
const statementCache = new WeakMap<Database, Map<string, Statement>>()

/**
 * Building a statement is most of a search's cost in this process: one statement per shape is built, and parsed once
 * per connection.
 */
function statementOf(database: Database, search: Search): Statement {
  const { order, depth } = search
  const name = ['titles', order, depth].join(' ')
  const statements = statementCache.get(database) ?? new Map<string, Statement>()
  statementCache.set(database, statements)
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
  const found = nearestNamed(SEARCHED_TITLES, terms, shownIn(search.order), search.depth)
  const order = search.order === 'votes' ? sql`nearness, votes desc, id desc` : ORDERS[search.order]
  return database
    .select({
      id: sql`id`.mapWith(Number),
      stamp: sql`extract(epoch from updated_at)::float8`.mapWith(Number),
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(sql`(${found}) as found`)
    .orderBy(order)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name)
}

/** Finds titles by corrected words, nearest first. */
export async function searchMeantTitles(
  database: Database,
  meanings: readonly Interpretation[],
  search: Search,
): Promise<FoundTitles> {
  const asked = withFilter(meantTerms(meanings), search.filter)
  const matching = mostVoted(SEARCHED_TITLES, asked, shownIn(search.order), CORRECTED_DEPTH)
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .where(sql`id in (select id from (${matching}) as matching)`)
    .orderBy(ORDERS[search.order])
  const ranked = rows.flatMap((row) => {
    const rank = rankWithTypos(searchableNames([row.titleFa, row.titleEn, ...row.otherNames]), meanings)
    return rank ? [{ row, ...rank, id: row.id, weight: row.votes }] : []
  })
  if (search.order === 'votes') ranked.sort(compareByRank)
  const cards = ranked.slice(search.offset, search.offset + search.limit).map(({ row }) => cardOf(row))
  return { cards, total: ranked.length }
}

/** Coming titles are found by name only, and listed in no other order. */
function shownIn(order: TitleOrder): SQL {
  return order === 'votes' ? sql`not is_hidden` : isListed
}
