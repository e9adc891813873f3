import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TitleCard, TitleOrder } from '#contract/titleCards.ts'
import { cachedByRevision } from '#server/catalogue/cache/cachedByRevision.ts'
import { cachedCards, stamp } from '#server/catalogue/cache/cachedCards.ts'
import type { Database } from '#server/database/connect.ts'
import { mergedTitles, titles } from '#server/database/schema/catalogue.ts'
import type { TitleFilter } from './searchTerms.ts'

/** A range of a list. */
export interface PageRange {
  offset: number
  limit: number
}

export interface FoundTitles {
  cards: TitleCard[]
  /** number of titles in the whole list */
  total: number
}

/** Titles by filter and order, without a search. */
export async function browseTitles(
  database: Database,
  filter: TitleFilter,
  order: TitleOrder,
  piece: PageRange,
): Promise<FoundTitles> {
  const where = whereOf(filter)
  const total = await cachedByRevision(database, `titles ${JSON.stringify(filter)}`, () => countTitles(database, where))
  const { limit, offset } = piece
  if (offset >= total) return { cards: [], total }
  // Selects ids from the order's index first, so that a late page reads only the rows it shows.
  const page = sql`(select id from titles where ${where} order by ${ORDERS[order]} limit ${limit} offset ${offset}) as page`
  const rows = await database
    .select({ id: titles.id, stamp })
    .from(titles)
    .innerJoin(page, sql`page.id = titles.id`)
    .orderBy(ORDERS[order])
  return { cards: await cachedCards(database, rows), total }
}

/** The title with this IMDb id, also a coming one, as a list. The id of a merged title means the one that it is part of. */
export async function titleOfImdb(
  database: Database,
  imdb: string,
  filter: TitleFilter,
  { offset, limit }: PageRange,
): Promise<FoundTitles> {
  const named = database
    .select({ id: titles.id })
    .from(titles)
    .where(eq(titles.imdb, imdb))
    .union(database.select({ id: mergedTitles.intoId }).from(mergedTitles).where(eq(mergedTitles.name, imdb)))
  const rows = await database
    .select({ id: titles.id, stamp })
    .from(titles)
    .where(and(inArray(titles.id, named), sql`not is_hidden`, passes(filter)))
  return { cards: await cachedCards(database, rows.slice(offset, offset + limit)), total: rows.length }
}

async function countTitles(database: Database, where: SQL): Promise<number> {
  return database.$count(titles, where)
}

/** Released titles that the operator shows. Must equal the condition of the indexes exactly. */
export const isListed = sql`not is_coming and not is_hidden`

/** Must equal the indexes' definitions exactly. */
export const ORDERS: Readonly<Record<TitleOrder, SQL>> = {
  newest: sql`first_shown desc, id desc`,
  votes: sql`votes desc, id desc`,
  rating: sql`rating desc nulls last, votes desc, id desc`,
  year: sql`year desc, votes desc, id desc`,
}

/** Coming titles are in no list and in none of these indexes; a search finds them. */
function whereOf(filter: TitleFilter): SQL {
  return and(isListed, passes(filter)) ?? isListed
}

function passes({ type, is_dubbed, genre }: TitleFilter): SQL | undefined {
  return and(
    type === 'movie' || type === 'series' ? sql`type = ${type}` : undefined,
    is_dubbed ? sql`is_dubbed` : undefined,
    genre === undefined ? undefined : sql`genre_ids @> array[${genre}]::integer[]`,
  )
}
