import type { Database } from '#server/database/connect.ts'
import { findPeople } from './findPeople.ts'
import { findTitles } from './findTitles.ts'

/** Found as they stand; the last one is not, and goes every way there is. */
const QUERIES = ['\u067e\u062f\u0631', 'the', 'godfahter']

/**
 * Asks before anybody does: the first search on the embedded database has everything still to be compiled, planned and
 * read, and takes some hundred times as long as those after it.
 */
export async function warmUpSearch(database: Database): Promise<void> {
  const all = { type: 'all', is_dubbed: false, page: 1 } as const
  for (const q of QUERIES) await findTitles(database, { ...all, q })
  await findTitles(database, { ...all, q: 'the', resource: 'menu' })
  await findPeople(database, 'godfahter')
}
