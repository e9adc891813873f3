import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { facetsOf } from '#server/catalogue/search/searchTerms.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { ignoring } from '#server/platform/reportError.ts'

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

/** Keeps the files of a film that no title plays any more until its links have expired. */
export async function markUsed(library: string, version: string): Promise<void> {
  const now = new Date()
  await utimes(join(library, version), now, now).catch(ignoring('keeping the files of a film', 'ENOENT'))
}
