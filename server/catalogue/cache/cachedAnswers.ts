import type { Database } from '#server/database/connect.ts'
import { onRejection } from '#server/platform/onRejection.ts'
import { readCatalogueState } from './catalogueState.ts'

/** Answers are cached for this long, in ms: the `max-age` of public replies (`PUBLIC` in `server/http/serve.ts`). */
const LIFETIME = 60_000
/** Maximum number of cached answers, least recently used first out. A list takes about 20 kB. */
const MAX_ANSWERS = 1_000

interface CachedAnswer {
  revision: number
  until: number
  answer: Promise<unknown>
}

const caches = new WeakMap<Database, Map<string, CachedAnswer>>()

/**
 * Computes a public answer once per query and minute, unless the catalogue changes: users search for the same words,
 * and begin with the same two letters. Returns the same object each time, so that its text is cached too.
 */
export async function cachedAnswer<Answer>(
  database: Database,
  name: string,
  compute: () => Promise<Answer>,
): Promise<Answer> {
  const { revision } = await readCatalogueState(database)
  const answers = caches.get(database) ?? new Map<string, CachedAnswer>()
  caches.set(database, answers)
  const known = answers.get(name)
  answers.delete(name)
  if (known && known.revision === revision && known.until > performance.now()) {
    answers.set(name, known)
    // Each name is computed in one place, so it determines the type.
    return known.answer as Promise<Answer>
  }
  const answer = compute()
  answers.set(name, { revision, until: performance.now() + LIFETIME, answer })
  onRejection(answer, () => {
    if (answers.get(name)?.answer === answer) answers.delete(name)
  })
  const [oldest] = answers.keys()
  if (oldest !== undefined && answers.size > MAX_ANSWERS) answers.delete(oldest)
  return answer
}
