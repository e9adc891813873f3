import { and, type SQL, sql } from 'drizzle-orm'
import type { TitleCard, TitleOrder } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import { byRevision } from './revision.ts'
import type { SearchTerms } from './searchText.ts'

/**
 * So many titles of one search can be paged through, the most voted ones (or the first in the asked order): a search that
 * finds more wants another word, and to rank and count them all would cost everybody else.
 */
export const SEARCH_DEPTH = 480
/** The same for a menu, which shows one page and no total. */
export const MENU_DEPTH = 60
/** Titles that have exactly the asked name come first however few have voted for them; so many of them. */
const NAMESAKES = 50

/** What a list of titles is narrowed to. */
export type TitleFilter = Pick<TitleSearch, 'type' | 'is_dubbed' | 'genre'>

/** Which piece of a list is wanted. */
export interface Piece {
  offset: number
  limit: number
}

export interface FoundTitles {
  cards: TitleCard[]
  /** of all pieces together */
  total: number
}

/** Titles by filter and order alone. */
export async function browseTitles(
  database: Database,
  filter: TitleFilter,
  order: TitleOrder,
  piece: Piece,
): Promise<FoundTitles> {
  const where = whereOf(filter)
  const total = await byRevision(database, `titles ${JSON.stringify(filter)}`, () => countTitles(database, where))
  const { limit, offset } = piece
  if (offset >= total) return { cards: [], total }
  // Ids first, from the order's index alone: a late page then costs no more rows than it shows.
  const page = sql`(select id from titles where ${where} order by ${ORDERS[order]} limit ${limit} offset ${offset}) as page`
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .innerJoin(page, sql`page.id = titles.id`)
    .orderBy(ORDERS[order])
  return { cards: rows.map(cardOf), total }
}

/** Titles by words: the exact name first, then names that begin so, then all others, each by votes; or in the asked order. */
export async function searchTitles(
  database: Database,
  terms: SearchTerms,
  filter: TitleFilter,
  order: TitleOrder | undefined,
  piece: Piece & { depth: number },
): Promise<FoundTitles> {
  const found = foundBy(terms, filter, order, piece.depth)
  const place = order === undefined ? sql`nearness, votes desc, id desc` : ORDERS[order]
  const page = sql`(
    select id, count(*) over () as total, row_number() over (order by ${place}) as place
    from (${found}) as found order by ${place} limit ${piece.limit} offset ${piece.offset}
  ) as page`
  const rows = await database
    .select({ ...cardColumns, total: sql`page.total`.mapWith(Number) })
    .from(titles)
    .innerJoin(page, sql`page.id = titles.id`)
    .orderBy(sql`page.place`)
  const [first] = rows
  if (first) return { cards: rows.map(cardOf), total: first.total }
  return { cards: [], total: piece.offset === 0 ? 0 : await countFound(database, found) }
}

function foundBy(terms: SearchTerms, filter: TitleFilter, order: TitleOrder | undefined, depth: number): SQL {
  const where = whereOf(filter)
  const columns = sql`id, votes, first_shown, rating, year, case when words @@ ${terms.isName}::tsquery then 0
    when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness`
  const matching = sql`select ${columns} from titles where words @@ ${terms.matches}::tsquery and ${where}
    order by ${ORDERS[order ?? 'votes']} limit ${depth}`
  if (order !== undefined) return matching
  return sql`(${matching}) union (select ${columns} from titles where words @@ ${terms.isName}::tsquery and ${where}
    order by votes desc, id desc limit ${NAMESAKES})
    union (select ${columns} from titles where ${whereOf(filter, sql`is_coming`)}
      and words @@ ${terms.matches}::tsquery limit ${depth})`
}

async function countFound(database: Database, found: SQL): Promise<number> {
  const { rows } = await database.execute<{ total: string | number }>(
    sql`select count(*) as total from (${found}) as found`,
  )
  return Number(rows[0]?.total ?? 0)
}

async function countTitles(database: Database, where: SQL): Promise<number> {
  return database.$count(titles, where)
}

/** As the indexes have them, to the last word. */
export const ORDERS: Readonly<Record<TitleOrder, SQL>> = {
  newest: sql`first_shown desc, id desc`,
  votes: sql`votes desc, id desc`,
  rating: sql`rating desc nulls last, votes desc, id desc`,
  year: sql`year desc, votes desc, id desc`,
}

/** What is still to come stands in no list; who asks for it by name finds it. The orders' indexes hold the others alone. */
function whereOf({ type, is_dubbed, genre }: TitleFilter, shown = sql`not is_coming`): SQL {
  return (
    and(
      shown,
      type === 'movie' || type === 'series' ? sql`type = ${type}` : undefined,
      is_dubbed ? sql`is_dubbed` : undefined,
      genre === undefined ? undefined : sql`genre_ids @> array[${genre}]::integer[]`,
    ) ?? sql`true`
  )
}
