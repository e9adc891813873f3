import { type Findable, findableBy } from '#contract/search/findable.ts'
import { type Meaning, rankMeant } from '#contract/search/mistyped.ts'
import { isBeginning, type Query, readQuery, withoutNoise } from '#contract/search/query.ts'
import { byRank, nearnessOf, type Ranked } from '#contract/search/ranking.ts'
import { aVocabulary } from './seenVocabulary.ts'

interface Entry extends Findable {
  id: number
  weight: number
  /** `names` as they were put: the same again is no work */
  key: string
}

/** An index of names in memory. What is put and taken out one by one gives the same answers as an index made at once. */
export interface SeenIndex {
  put(id: number, names: readonly string[], weight: number): void
  remove(id: number): void
  has(id: number): boolean
  ids(): Iterable<number>
  readonly size: number
  /** Ids of what answers the query, best first: found and ranked as the server does. */
  find(text: string, most: number): number[]
  /** Puts new words in their places; else the next query does. Some hundred at a time are no noticeable work. */
  settle(): void
}

export function aSeenIndex(): SeenIndex {
  const entries = new Map<number, Entry>()
  const lexemes = aVocabulary({ sounds: false })
  const words = aVocabulary({ sounds: true })

  function remove(id: number) {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    for (const lexeme of entry.lexemes) lexemes.remove(lexeme, id)
    for (const word of entry.words) words.remove(word, id)
  }

  /** What has, for every word of one of the spellings, a lexeme that it begins. */
  function matching(spellings: readonly (readonly string[])[]): ReadonlySet<number> {
    return unionOf(
      spellings.map((spelling) =>
        common(spelling.map((word) => (isBeginning(word, spelling) ? lexemes.beginning(word) : lexemes.exactly(word)))),
      ),
    )
  }

  function* written({ spellings, wholes }: Query): Generator<Ranked> {
    for (const id of matching(spellings)) {
      const entry = entries.get(id)
      if (entry) yield { id, weight: entry.weight, cost: 0, nearness: nearnessOf(entry.wholes, wholes) }
    }
  }

  function* meant({ spellings: [asked = []] }: Query): Generator<Ranked> {
    const meanings: Meaning[] = asked.map((word) => ({ asked: word, costs: words.near(word) }))
    const having = meanings.map(({ asked: word, costs }) =>
      unionOf([words.beginning(word), ...[...costs.keys()].map((near) => words.exactly(near))]),
    )
    for (const id of common(having)) {
      const entry = entries.get(id)
      const rank = entry && rankMeant(entry, meanings)
      if (entry && rank) yield { id, weight: entry.weight, ...rank }
    }
  }

  return {
    put(id, names, weight) {
      const key = names.join('\n')
      const known = entries.get(id)
      if (known?.key === key) {
        known.weight = weight
        return
      }
      remove(id)
      const entry = { id, weight, key, ...findableBy(names) }
      entries.set(id, entry)
      for (const lexeme of entry.lexemes) lexemes.add(lexeme, id)
      for (const word of entry.words) words.add(word, id)
    },
    remove,
    has: (id) => entries.has(id),
    ids: () => entries.keys(),
    get size() {
      return entries.size
    },
    find(text, most) {
      const query = readQuery(text)
      if (!query) return []
      const plain = withoutNoise(query)
      for (const attempt of [written, meant]) {
        for (const one of plain ? [query, plain] : [query]) {
          const found = best(attempt(one), most)
          if (found.length > 0) return found.map(({ id }) => id)
        }
      }
      return []
    },
    settle() {
      lexemes.settle()
      words.settle()
    },
  }
}

/** The first `most` of a long list in order, without ordering the rest. */
function best(found: Iterable<Ranked>, most: number): Ranked[] {
  const first: Ranked[] = []
  for (const one of found) {
    const last = first[most - 1]
    if (last && byRank(one, last) >= 0) continue
    let at = Math.min(first.length, most - 1)
    for (let before = first[at - 1]; before && byRank(one, before) < 0; before = first[at - 1]) {
      first[at] = before
      at--
    }
    first[at] = one
  }
  return first
}

function unionOf(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [only = new Set<number>(), second] = sets.filter(({ size }) => size > 0)
  if (!second) return only
  const all = new Set<number>()
  for (const set of sets) for (const id of set) all.add(id)
  return all
}

function common(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [smallest = new Set<number>(), ...others] = sets.toSorted((one, other) => one.size - other.size)
  if (others.length === 0) return smallest
  return new Set([...smallest].filter((id) => others.every((other) => other.has(id))))
}
