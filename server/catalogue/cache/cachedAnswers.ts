import type { Database, QueryCatalogue } from '#server/database/connect.ts'
import type { CacheUse } from '#server/platform/metrics.ts'
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

interface Cache extends CacheUse {
  answers: Map<string, CachedAnswer>
}

const caches = new WeakMap<Database, Cache>()

/** How often an answer of these databases had been computed already, since the start. */
export function answerCacheUse(...databases: Database[]): CacheUse {
  const used = databases.flatMap((database) => caches.get(database) ?? [])
  const sum = (key: keyof CacheUse) => used.reduce((total, cache) => total + cache[key], 0)
  return { hits: sum('hits'), misses: sum('misses') }
}

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
  const cache: Cache = caches.get(database) ?? { answers: new Map(), hits: 0, misses: 0 }
  caches.set(database, cache)
  const { answers } = cache
  const known = answers.get(name)
  answers.delete(name)
  if (known && known.revision === revision && known.until > performance.now()) {
    answers.set(name, known)
    cache.hits++
    // Each name is computed in one place, so it determines the type.
    return known.answer as Promise<Answer>
  }
  cache.misses++
  const answer = compute()
  answers.set(name, { revision, until: performance.now() + LIFETIME, answer })
  onRejection(answer, () => {
    if (answers.get(name)?.answer === answer) answers.delete(name)
  })
  const [oldest] = answers.keys()
  if (oldest !== undefined && answers.size > MAX_ANSWERS) answers.delete(oldest)
  return answer
}

/** Reads a public answer from the catalogue as `cachedAnswer` does, on the database or on a replica of it. */
export function cachedRead<Answer>(
  queryCatalogue: QueryCatalogue,
  name: string,
  read: (catalogue: Database) => Promise<Answer>,
): Promise<Answer> {
  return queryCatalogue((catalogue) => cachedAnswer(catalogue, name, () => read(catalogue)))
}
