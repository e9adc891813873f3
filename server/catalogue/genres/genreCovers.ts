import { sql } from 'drizzle-orm'
import type { Cover } from '#contract/titleCards.ts'
import { cachedByRevision } from '#server/catalogue/cache/cachedByRevision.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'

/** Posters on the tile of a genre. */
const COVERS = 3
/** As many of the best known are looked at: the rest of a list is on nobody's mind. */
const CANDIDATES = 3_000

/** The posters each genre is shown by, best known first. */
export function genreCovers(database: Database): Promise<ReadonlyMap<number, Cover[]>> {
  return cachedByRevision(database, 'genre covers', () => chooseCovers(database))
}

/**
 * The rarest genre chooses first, so that the few famous titles it has are its own and not a third poster of drama. What
 * none of the best known carries is shown without.
 */
async function chooseCovers(database: Database): Promise<Map<number, Cover[]>> {
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .where(sql`not is_coming`)
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
  const taken = new Set<number>()
  const covers = new Map<number, Cover[]>()
  for (const [genre, found] of [...byGenre].toSorted(([, one], [, other]) => one.length - other.length)) {
    const chosen = found.filter(({ id }) => !taken.has(id)).slice(0, COVERS)
    for (const { id } of chosen) taken.add(id)
    const cards = chosen.map(cardOf)
    covers.set(
      genre,
      cards.map(({ poster, posterColor }) => ({ poster, posterColor })),
    )
  }
  return covers
}
