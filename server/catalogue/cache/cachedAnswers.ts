import type { Database } from '#server/database/connect.ts'
import { readCatalogueState } from './catalogueState.ts'

/** How long an answer is given again, in ms: as long as everybody on its way may keep it (`PUBLIC` in `server/http/serve.ts`). */
const KEPT_FOR = 60_000
/** So many, those that were asked for last: of a list some twenty kilobytes each. */
const MOST = 1_000

interface Kept {
  revision: number
  until: number
  answer: Promise<unknown>
}

const kept = new WeakMap<Database, Map<string, Kept>>()

/**
 * What is the same for everybody is computed once for all who ask for the same within a minute, unless the catalogue
 * changes: people type the same words, and all of them the same two letters first. The one who is answered gets the very
 * object that was answered before.
 */
export async function cachedAnswer<Answer>(
  database: Database,
  name: string,
  compute: () => Promise<Answer>,
): Promise<Answer> {
  const { revision } = await readCatalogueState(database)
  const answers = kept.get(database) ?? new Map<string, Kept>()
  kept.set(database, answers)
  const known = answers.get(name)
  answers.delete(name)
  if (known && known.revision === revision && known.until > performance.now()) {
    answers.set(name, known)
    // The name is the type: each name is computed in one place.
    return known.answer as Promise<Answer>
  }
  const answer = compute()
  answers.set(name, { revision, until: performance.now() + KEPT_FOR, answer })
  answer.catch(() => {
    if (answers.get(name)?.answer === answer) answers.delete(name)
  })
  const [oldest] = answers.keys()
  if (oldest !== undefined && answers.size > MOST) answers.delete(oldest)
  return answer
}
