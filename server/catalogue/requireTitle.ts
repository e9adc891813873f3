import { and, eq, not } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { refuse } from '#server/platform/refuse.ts'
import { ID_MAX } from './ids.ts'

/** Refuses with 404 if the title does not exist or is hidden. */
export async function requireTitle(database: Database, id: number): Promise<void> {
  if (id > ID_MAX) refuse('not_found')
  const found = await database
    .select({ id: titles.id })
    .from(titles)
    .where(and(eq(titles.id, id), not(titles.isHidden)))
  if (found.length === 0) refuse('not_found')
}
