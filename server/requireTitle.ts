import { eq } from 'drizzle-orm'
import type { Database } from './database/connect.ts'
import { titles } from './database/schema/catalogue.ts'
import { refuse } from './refuse.ts'

/** What the column of title ids can hold: a larger number is the id of nothing. */
const ID_MAX = 2_147_483_647

/** 404 unless there is such a title. */
export async function requireTitle(database: Database, id: number): Promise<void> {
  if (id > ID_MAX) refuse('not_found')
  const found = await database.select({ id: titles.id }).from(titles).where(eq(titles.id, id))
  if (found.length === 0) refuse('not_found')
}
