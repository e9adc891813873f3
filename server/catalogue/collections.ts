import { eq, type SQL, sql } from 'drizzle-orm'
import type { COLLECTION_ORDERS, CollectionCard } from '#contract/collections.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import { collections, titles } from '#server/database/schema/catalogue.ts'
import { cachedByRevision } from './cache/cachedByRevision.ts'
import { backdropOf, type CardRow, cardColumns, cardOf } from './cards.ts'
import { ID_MAX, slugOf } from './ids.ts'
import { pageOfTitles } from './pageOfTitles.ts'
import { ORDERS, type PageRange } from './search/browseTitles.ts'

/** Posters on a collection's cover. */
const COVERS = 4
/** A collection has at least two titles. */
const TITLES_MIN = 2

/** All collections, most votes first. */
export function allCollections(database: Database): Promise<CollectionCard[]> {
  return cachedByRevision(database, 'collections', () => readCollections(database, sql`true`))
}

/** Undefined if the collection does not exist. */
export async function collectionCard(database: Database, id: number): Promise<CollectionCard | undefined> {
  if (id > ID_MAX) return undefined
  const [card] = await readCollections(database, eq(collections.id, id))
  return card
}

async function readCollections(database: Database, which: SQL): Promise<CollectionCard[]> {
  const { rows } = await database.execute<{
    id: number
    titleFa: string
    titleEn: string
    description: string | null
    count: string | number
    best: number[]
  }>(sql`
    select collections.id, collections.title_fa as "titleFa", collections.title_en as "titleEn", description,
      count(*) as count, (array_agg(titles.id order by votes desc, titles.id desc))[1:${sql.raw(String(COVERS))}] as best
    from collections join collection_titles on collection_id = collections.id join titles on titles.id = title_id and not titles.is_hidden
    where ${which} and not collections.is_hidden
    group by collections.id having count(*) >= ${TITLES_MIN}
    order by sum(votes) desc, collections.id`)
  const covers = await rowsById(
    database,
    rows.flatMap((row) => row.best),
  )
  return rows.map(({ best, count, ...row }) => {
    const shown = best.flatMap((id) => covers.get(id) ?? [])
    return {
      ...row,
      path: `/collections/${row.id}/${slugOf(row.titleEn)}`,
      count: Number(count),
      backdrop: shown[0] ? backdropOf(shown[0]) : null,
      covers: shown.map(cardOf).map(({ poster, posterColor }) => ({ poster, posterColor })),
    }
  })
}

async function rowsById(database: Database, ids: readonly number[]): Promise<Map<number, CardRow>> {
  const rows = await database.select(cardColumns).from(titles).where(isOneOf(titles.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A page of a collection's titles, in viewing order or another order. */
export function collectionTitles(
  database: Database,
  id: number,
  order: (typeof COLLECTION_ORDERS)[number],
  piece: PageRange,
): Promise<TitleCard[]> {
  const chosen = sql`collection_titles join titles on titles.id = title_id and not is_hidden where collection_titles.collection_id = ${id}`
  return pageOfTitles(database, { chosen, order: order === 'own' ? sql`place, title_id` : ORDERS[order] }, piece)
}
