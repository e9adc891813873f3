import { eq } from 'drizzle-orm'
import { ID_MAX } from './catalogue/ids.ts'
import type { Database } from './database/connect.ts'
import { titles } from './database/schema/catalogue.ts'
import { refuse } from './refuse.ts'

/** 404 unless there is such a title. */
export async function requireTitle(database: Database, id: number): Promise<void> {
  if (id > ID_MAX) refuse('not_found')
  const found = await database.select({ id: titles.id }).from(titles).where(eq(titles.id, id))
  if (found.length === 0) refuse('not_found')
}
