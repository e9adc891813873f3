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
  /** `names` as they were put: the same again is no work */
  key: string
  /** the last question that met it: to mark it takes a tenth of what a set of all that were met takes */
  met: number
}

/** An index of names in memory. What is put and taken out one by one gives the same answers as an index made at once. */
export interface SearchIndex {
  put(id: number, names: readonly string[], weight: number): void
  remove(id: number): void
  has(id: number): boolean
  ids(): Iterable<number>
  readonly size: number
  /** Ids of what answers the query, best first: found and ranked as the server does. */
  find(text: string, most: number): number[]
  /** Puts new words in their places, piece by piece; else the next query does, all at once. */
  sortInSteps(): Iterable<void>
}

export function createSearchIndex(): SearchIndex {
  const entries = new Map<number, Entry>()
  const lexemes = createVocabulary<Entry>({ sounds: false })
  const words = createVocabulary<Entry>({ sounds: true })
  const names = createVocabulary<Entry>({ sounds: false })
  /** As `byRank` has those that are equally near. */
  const byWeight = createSortedList<Entry>((one, other) => other.weight - one.weight || other.id - one.id)

  let questions = 0

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

  /** Each once, whatever it has of the words. */
  function offerAll({ sets }: WordOwners<Entry>, matches: (entry: Entry) => boolean, offer: (entry: Entry) => void) {
    const question = ++questions
    for (const set of sets) {
      set.forEach((entry) => {
        if (entry.met === question) return
        entry.met = question
        if (matches(entry)) offer(entry)
      })
    }
  }

  /** What has, for every word of one of the spellings, a lexeme that it begins. */
  function written({ spellings, wholes }: Query, most: number): TopItems<Ranked> {
    const found = createTopItems(compareByRank, most)
    const offer = ({ id, weight, wholes: own }: Entry) =>
      found.offer({ id, weight, cost: 0, nameMatch: nameMatchOf(own, wholes) })
    // To go through all that have a word costs more from here on than to walk the entries, best first, until enough have it.
    const frequent = Math.sqrt(entries.size * most)
    // Of a word that more have, who has it need not be known: to walk all costs less than to walk as many and then those.
    const half = entries.size / 2
    for (const spelling of spellings) {
      const asked = spelling.map((word) => ({ word, begins: matchesAsPrefix(word, spelling) }))
      const matches = (entry: Entry) => asked.every(({ word, begins }) => hasWord(entry.lexemes, word, begins))
      const having = asked.map(({ word, begins }) => (begins ? lexemes.beginning(word, half) : lexemes.exactly(word)))
      const rarest = rarestOf(having)
      // Each of its words many have, and hardly one has all: then the walk would be through all of them.
      const enough = rarest.count > frequent && offerBest(wholes, matches, offer, { frequent, half, most, rarest })
      if (!enough) offerAll(rarest, matches, offer)
    }
    return found
  }

  /**
   * Offers at least the first `most` of what matches, where much does: the names that are or begin what was asked, and
   * from the best on until there are enough, since of equally near ones nothing behind can come before them. Whether there
   * were: it is given up where to go through those of the rarest word costs less.
   */
  function offerBest(
    wholes: readonly string[],
    matches: (entry: Entry) => boolean,
    offer: (entry: Entry) => void,
    { frequent, half, most, rarest }: { frequent: number; half: number; most: number; rarest: WordOwners<Entry> },
  ): boolean {
    for (const whole of wholes) offerAll(names.exactly(whole), matches, offer)
    const begun = wholes.map((whole) => names.beginning(whole, frequent))
    const areFew = begun.every(({ count }) => count <= frequent)
    if (areFew) for (const few of begun) offerAll(few, matches, offer)
    const best = byWeight.items()
    const walk = rarest.count < half ? rarest.count : best.length
    let enough = 0
    for (const entry of best.slice(0, walk)) {
      if (!matches(entry)) continue
      offer(entry)
      if (areFew || nameMatchOf(entry.wholes, wholes) < 2) enough++
      if (enough === most) return true
    }
    return walk === best.length
  }

  /** What has for every word one that it may have meant. */
  function meant({ spellings: [asked = []] }: Query, most: number): TopItems<Ranked> {
    const found = createTopItems(compareByRank, most)
    const meanings: Interpretation[] = asked.map((word) => ({ queried: word, costs: words.near(word) }))
    const having = meanings.map(({ queried: word, costs }) =>
      joinedHaving([words.beginning(word, entries.size), ...[...costs.keys()].map(words.exactly)]),
    )
    offerAll(
      rarestOf(having),
      () => true,
      (entry) => {
        const rank = rankWithTypos(entry, meanings)
        if (rank) found.offer({ id: entry.id, weight: entry.weight, ...rank })
      },
    )
    return found
  }

  return {
    put(id, given, weight) {
      const key = given.join('\n')
      const known = entries.get(id)
      if (known?.key !== key) {
        remove(id)
        add({ id, weight, key, met: 0, ...searchableNames(given) })
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
    find(text, most) {
      const query = parseQuery(text)
      if (!query) return []
      const plain = withoutFillerWords(query)
      for (const attempt of [written, meant]) {
        for (const one of plain ? [query, plain] : [query]) {
          const found = attempt(one, most).items()
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

function hasWord(lexemes: readonly string[], word: string, begins: boolean): boolean {
  for (const lexeme of lexemes) if (begins ? lexeme.startsWith(word) : lexeme === word) return true
  return false
}

function joinedHaving(all: readonly WordOwners<Entry>[]): WordOwners<Entry> {
  return { count: all.reduce((sum, { count }) => sum + count, 0), sets: all.flatMap(({ sets }) => sets) }
}

function rarestOf(having: readonly WordOwners<Entry>[]): WordOwners<Entry> {
  return having.reduce((one, other) => (other.count < one.count ? other : one))
}
