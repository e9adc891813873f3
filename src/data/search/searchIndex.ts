import { matchesAsPrefix, parseQuery, type Query, withoutFillerWords } from '#contract/search/query.ts'
import { compareByRank, nameMatchOf, type Ranked } from '#contract/search/ranking.ts'
import { type SearchableNames, searchableNames } from '#contract/search/searchableNames.ts'
import { type Interpretation, rankWithTypos } from '#contract/search/typos.ts'
import { createSortedList } from './sortedList.ts'
import { createTopItems, type TopItems } from './topItems.ts'
import { createVocabulary, type WordOwners } from './vocabulary.ts'

interface Entry extends SearchableNames {
  id: number
  weight: number
  /** `names` joined: an unchanged entry is not indexed again */
  key: string
  /** id of the last query that visited the entry: a mark takes a tenth of the time of a set of visited entries */
  lastQuery: number
}

/** A full-text index of names in memory. Incremental changes and a build from scratch give the same results. */
export interface SearchIndex {
  put(id: number, names: readonly string[], weight: number): void
  remove(id: number): void
  has(id: number): boolean
  ids(): Iterable<number>
  readonly size: number
  /** Returns the ids of the matches, best first, found and ranked as by the server. */
  find(text: string, limit: number): number[]
  /** Sorts new words in steps; otherwise the next query sorts them all at once. */
  sortInSteps(): Iterable<void>
}

export function createSearchIndex(): SearchIndex {
  const entries = new Map<number, Entry>()
  const lexemes = createVocabulary<Entry>({ withTypos: false })
  const words = createVocabulary<Entry>({ withTypos: true })
  const names = createVocabulary<Entry>({ withTypos: false })
  /** The order of `compareByRank` among entries with equal name matches. */
  const byWeight = createSortedList<Entry>((one, other) => other.weight - one.weight || other.id - one.id)

  let queryCount = 0

  function remove(id: number) {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    byWeight.remove(entry)
    for (const lexeme of entry.lexemes) lexemes.remove(lexeme, entry)
    for (const word of entry.words) words.remove(word, entry)
    for (const name of entry.wholes) names.remove(name, entry)
  }

  function add(entry: Entry) {
    entries.set(entry.id, entry)
    byWeight.add(entry)
    for (const lexeme of entry.lexemes) lexemes.add(lexeme, entry)
    for (const word of entry.words) words.add(word, entry)
    for (const name of entry.wholes) names.add(name, entry)
  }

  /** Offers each matching entry once, even if several sets contain it. */
  function offerAll({ sets }: WordOwners<Entry>, matches: (entry: Entry) => boolean, offer: (entry: Entry) => void) {
    const queryId = ++queryCount
    for (const set of sets) {
      set.forEach((entry) => {
        if (entry.lastQuery === queryId) return
        entry.lastQuery = queryId
        if (matches(entry)) offer(entry)
      })
    }
  }

  /** Finds the entries that match every word of one of the spellings, by whole word or by prefix. */
  function findAsTyped({ spellings, wholes }: Query, limit: number): TopItems<Ranked> {
    const found = createTopItems(compareByRank, limit)
    const offer = ({ id, weight, wholes: ownNames }: Entry) =>
      found.offer({ id, weight, cost: 0, nameMatch: nameMatchOf(ownNames, wholes) })
    // Above this number of owners, walking all entries by weight until enough match is faster than visiting the owners
    // of a word.
    const frequentFrom = Math.sqrt(entries.size * limit)
    // Above this number of owners, the owners of a word need not be collected: walking all entries is cheaper.
    const half = entries.size / 2
    for (const spelling of spellings) {
      const terms = spelling.map((word) => ({ word, isPrefix: matchesAsPrefix(word, spelling) }))
      const matches = (entry: Entry) => terms.every(({ word, isPrefix }) => hasWord(entry.lexemes, word, isPrefix))
      const owners = terms.map(({ word, isPrefix }) =>
        isPrefix ? lexemes.ownersOfPrefix(word, half) : lexemes.ownersOf(word),
      )
      const rarest = rarestOf(owners)
      // If every word is frequent but hardly any entry has them all, the walk would visit every entry.
      const enough =
        rarest.count > frequentFrom && offerBest(wholes, matches, offer, { frequentFrom, half, limit, rarest })
      if (!enough) offerAll(rarest, matches, offer)
    }
    return found
  }

  /**
   * Offers at least the first `limit` matches: names that equal or start with the query, then entries by weight until
   * enough match. Entries of lower weight cannot rank above an equal name match.
   * Returns false when it gave up because visiting the owners of the rarest word costs less.
   */
  function offerBest(
    wholes: readonly string[],
    matches: (entry: Entry) => boolean,
    offer: (entry: Entry) => void,
    {
      frequentFrom,
      half,
      limit,
      rarest,
    }: { frequentFrom: number; half: number; limit: number; rarest: WordOwners<Entry> },
  ): boolean {
    for (const whole of wholes) offerAll(names.ownersOf(whole), matches, offer)
    const prefixMatches = wholes.map((whole) => names.ownersOfPrefix(whole, frequentFrom))
    const hasFewPrefixMatches = prefixMatches.every(({ count }) => count <= frequentFrom)
    if (hasFewPrefixMatches) for (const matchingNames of prefixMatches) offerAll(matchingNames, matches, offer)
    const sorted = byWeight.items()
    const maxVisited = rarest.count < half ? rarest.count : sorted.length
    let enough = 0
    for (const entry of sorted.slice(0, maxVisited)) {
      if (!matches(entry)) continue
      offer(entry)
      if (hasFewPrefixMatches || nameMatchOf(entry.wholes, wholes) < 2) enough++
      if (enough === limit) return true
    }
    return maxVisited === sorted.length
  }

  /** Finds the entries that have, for every word, a word it may be a misspelling of. */
  function findWithTypos({ spellings: [queryWords = []] }: Query, limit: number): TopItems<Ranked> {
    const found = createTopItems(compareByRank, limit)
    const interpretations: Interpretation[] = queryWords.map((word) => ({
      queried: word,
      costs: words.similarTo(word),
    }))
    const owners = interpretations.map(({ queried: word, costs }) =>
      unionOf([words.ownersOfPrefix(word, entries.size), ...[...costs.keys()].map(words.ownersOf)]),
    )
    offerAll(
      rarestOf(owners),
      () => true,
      (entry) => {
        const rank = rankWithTypos(entry, interpretations)
        if (rank) found.offer({ id: entry.id, weight: entry.weight, ...rank })
      },
    )
    return found
  }

  return {
    put(id, givenNames, weight) {
      const key = givenNames.join('\n')
      const known = entries.get(id)
      if (known?.key !== key) {
        remove(id)
        add({ id, weight, key, lastQuery: 0, ...searchableNames(givenNames) })
      } else if (known.weight !== weight) {
        byWeight.remove(known)
        known.weight = weight
        byWeight.add(known)
      }
    },
    remove,
    has: (id) => entries.has(id),
    ids: () => entries.keys(),
    get size() {
      return entries.size
    },
    find(text, limit) {
      const query = parseQuery(text)
      if (!query) return []
      const withoutFillers = withoutFillerWords(query)
      for (const findIn of [findAsTyped, findWithTypos]) {
        for (const candidate of withoutFillers ? [query, withoutFillers] : [query]) {
          const found = findIn(candidate, limit).items()
          if (found.length > 0) return found.map(({ id }) => id)
        }
      }
      return []
    },
    *sortInSteps() {
      for (const vocabulary of [lexemes, words, names]) yield* vocabulary.sortInSteps()
      yield* byWeight.sortInSteps()
    },
  }
}

function hasWord(lexemes: readonly string[], word: string, isPrefix: boolean): boolean {
  for (const lexeme of lexemes) if (isPrefix ? lexeme.startsWith(word) : lexeme === word) return true
  return false
}

function unionOf(all: readonly WordOwners<Entry>[]): WordOwners<Entry> {
  return { count: all.reduce((sum, { count }) => sum + count, 0), sets: all.flatMap(({ sets }) => sets) }
}

function rarestOf(owners: readonly WordOwners<Entry>[]): WordOwners<Entry> {
  return owners.reduce((one, other) => (other.count < one.count ? other : one))
}
