import type { Database } from '#server/database/connect.ts'
import { findPeople } from './findPeople.ts'
import { findTitles } from './findTitles.ts'

/** The first two have results; the last one has none and runs through every correction. */
const QUERIES = ['\u067e\u062f\u0631', 'the', 'godfahter']

/**
 * Runs searches at the start: the first search on the embedded database compiles, plans and reads everything, and takes
 * a hundred times as long as later ones.
 */
export async function warmUpSearch(database: Database): Promise<void> {
  const all = { type: 'all', is_dubbed: false, page: 1 } as const
  for (const q of QUERIES) await findTitles(database, { ...all, q })
  await findTitles(database, { ...all, q: 'the', resource: 'menu' })
  await findPeople(database, 'godfahter')
}
