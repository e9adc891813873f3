import type { Database } from '#server/database/connect.ts'
import { films } from '#server/database/schema/catalogue.ts'
import type { Storage } from '#server/storage/storage.ts'
import { FILM_FILE, LIBRARY } from './film.ts'

/** Films that no title plays any more are kept for the longest life of their links, in ms. */
export const KEPT = 7 * 86_400_000

/**
 * Deletes the library's films that no row names and no link needs, and what interrupted commands left. Does nothing while no
 * row names a film: that is a database that was made anew beside a library. Run it exclusively, as films are put in place.
 */
export async function sweepLibrary(database: Database, storage: Storage): Promise<void> {
  const rows = await database.selectDistinct({ version: films.version }).from(films)
  if (rows.length > 0) await sweepFilms(storage, new Set(rows.map(({ version }) => version)))
}

/** Deletes all films but these that were not written for `KEPT`. */
export async function sweepFilms(storage: Storage, current: ReadonlySet<string>): Promise<void> {
  const versions = await storage.folders(LIBRARY)
  for (const version of versions.filter((one) => !current.has(one))) {
    const folder = `${LIBRARY}/${version}`
    const keys: string[] = []
    let changedAt = 0
    for await (const file of storage.list(folder)) {
      keys.push(file.key)
      changedAt = Math.max(changedAt, file.changedAt.getTime())
    }
    if (Date.now() - changedAt <= KEPT) continue
    // Without its description nobody takes the film for complete.
    await storage.remove(`${folder}/${FILM_FILE}`)
    for (const key of keys) await storage.remove(key)
  }
}
