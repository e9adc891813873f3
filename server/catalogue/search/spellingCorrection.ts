import { sql } from 'drizzle-orm'
import { createWordList, type Interpretation, indexedWord, type WordList } from '#contract/search/typos.ts'
import { readCatalogueState } from '#server/catalogue/cache/catalogueState.ts'
import type { Database } from '#server/database/connect.ts'
import type { searchWords } from '#server/database/schema/catalogue.ts'
import { onRejection } from '#server/platform/onRejection.ts'
import { ignoring } from '#server/platform/reportError.ts'

/** A mistyped word is replaced by this many nearest words. */
const MAX_CORRECTIONS = 20
/** Words read per query, so that other requests need not wait. */
const ROWS_PER_QUERY = 1000

type WordKind = typeof searchWords.$inferSelect.kind

/** Corrections for each word of a query without results; undefined if a word resembles none. */
export async function spellingAlternatives(
  database: Database,
  kind: WordKind,
  words: readonly string[],
): Promise<Interpretation[] | undefined> {
  const known = await wordsOf(database, kind)
  const meanings: Interpretation[] = []
  for (const word of words) {
    const { hasPrefixMatch, costs } = known.similarTo(word)
    if (!hasPrefixMatch && costs.size === 0) return undefined
    const near = [...costs].toSorted(([, one], [, other]) => one - other)
    meanings.push({ queried: word, costs: new Map(near.slice(0, MAX_CORRECTIONS)) })
  }
  return meanings
}

interface Known {
  revision: number
  words: Promise<WordList>
}

const caches = new WeakMap<Database, Map<WordKind, Known>>()

/**
 * All words, in memory. Comparing a word with all of them takes some milliseconds at a million titles; the database's
 * trigram index takes hundreds.
 */
async function wordsOf(database: Database, kind: WordKind): Promise<WordList> {
  const { revision } = await readCatalogueState(database)
  const cache = caches.get(database) ?? new Map<WordKind, Known>()
  caches.set(database, cache)
  const known = cache.get(kind)
  if (known?.revision === revision) return known.words
  const words = readWords(database, kind)
  cache.set(kind, { revision, words })
  onRejection(words, () => cache.delete(kind))
  if (!known) return words
  // A search uses the old words while new ones are loading.
  words.catch(ignoring('reading the search words'))
  return known.words
}

async function readWords(database: Database, kind: WordKind): Promise<WordList> {
  const words = createWordList()
  for (let last = ''; ; ) {
    const { rows } = await database.execute<{ word: string }>(sql`
      select word from search_words where kind = ${kind} and word > ${last} order by word limit ${ROWS_PER_QUERY}`)
    for (const { word } of rows) words.add(indexedWord(word))
    const end = rows.at(-1)
    if (!end) return words
    last = end.word
  }
}
