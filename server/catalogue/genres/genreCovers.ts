import { sql } from 'drizzle-orm'
import type { Cover } from '#contract/titleCards.ts'
import { cachedByRevision } from '#server/catalogue/cache/cachedByRevision.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { isListed } from '#server/catalogue/search/browseTitles.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'

/** Posters on a genre's tile. */
const COVERS = 3
/** Covers are chosen among this many best-known titles. */
const CANDIDATES = 3_000

/** The posters of each genre's tile, best known first. */
export function genreCovers(database: Database): Promise<ReadonlyMap<number, Cover[]>> {
  return cachedByRevision(database, 'genre covers', () => chooseCovers(database))
}

/**
 * Rare genres choose first, so that their few famous titles are not already used for drama. A genre without a title
 * among the candidates has no cover.
 */
async function chooseCovers(database: Database): Promise<Map<number, Cover[]>> {
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .where(isListed)
    .orderBy(sql`votes desc, id desc`)
    .limit(CANDIDATES)
  const byGenre = new Map<number, typeof rows>()
  for (const row of rows) {
    for (const genre of row.genreIds) {
      const found = byGenre.get(genre) ?? []
      byGenre.set(genre, found)
      found.push(row)
    }
  }
  const used = new Set<number>()
  const covers = new Map<number, Cover[]>()
  for (const [genre, found] of [...byGenre].toSorted(([, one], [, other]) => one.length - other.length)) {
    const chosen = found.filter(({ id }) => !used.has(id)).slice(0, COVERS)
    for (const { id } of chosen) used.add(id)
    const cards = chosen.map(cardOf)
    covers.set(
      genre,
      cards.map(({ poster, posterColor }) => ({ poster, posterColor })),
    )
  }
  return covers
}
