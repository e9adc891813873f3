import type { Database } from '#server/database/connect.ts'
import { findPeople } from './findPeople.ts'
import { findTitles } from './findTitles.ts'

/** One of each way a search goes: found as written, in Persian and in Latin, as meant, and not at all. */
const QUERIES = ['\u067e\u062f\u0631', 'the', 'godfahter', 'qqqzz']

/**
 * Asks before anybody does: the first search on the embedded database has everything still to be compiled, planned and
 * read, and takes some hundred times as long as those after it.
 */
export async function wakeSearch(database: Database): Promise<void> {
  for (const q of QUERIES) {
    await findTitles(database, { q, type: 'all', is_dubbed: false, page: 1, resource: 'menu' })
    await findTitles(database, { q, type: 'all', is_dubbed: false, page: 1 })
    await findPeople(database, q)
  }
  await findTitles(database, { q: '', type: 'all', is_dubbed: false, page: 1 })
}
