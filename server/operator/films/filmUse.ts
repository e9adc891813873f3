import { eq, sql } from 'drizzle-orm'
import { facetsOf } from '#server/catalogue/search/searchTerms.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { readWhole, type Storage } from '#server/storage/storage.ts'
import { FILM_FILE, LIBRARY } from '#server/stream/film.ts'

/** Lists a title as dubbed or subtitled from its first film with that version on; search filters by it too. */
export async function markVersions(database: Database, titleId: number, languages: readonly string[], now: Date) {
  const [title] = await database.select().from(titles).where(eq(titles.id, titleId))
  if (!title) return
  const isDubbed = title.isDubbed || languages.includes('dubbed')
  const hasSubtitle = title.hasSubtitle || languages.includes('subtitled')
  const facets = facetsOf({ type: title.type, isDubbed, genreIds: title.genreIds })
  const lexemes = sql`array_to_tsvector(array(select jsonb_array_elements_text(${JSON.stringify(facets)}::jsonb)))`
  await database
    .update(titles)
    .set({
      isDubbed,
      hasSubtitle,
      words: sql`words || ${lexemes}`,
      updatedAt: now,
      ...(isDubbed && !title.isDubbed && { dubbedAt: now }),
    })
    .where(eq(titles.id, titleId))
}

/**
 * Keeps the files of a film that no title plays any more until its links have expired: its description is new again. Call
 * it in the transaction that takes the film away, so that nothing changes while the storage cannot be used.
 */
export async function markUsed(storage: Storage, version: string): Promise<void> {
  const key = `${LIBRARY}/${version}/${FILM_FILE}`
  const description = await readWhole(storage, key)
  if (description) await storage.write(key, description)
}
