import { type Findable, findableBy } from '#contract/search/findable.ts'
import { type Meaning, rankMeant } from '#contract/search/mistyped.ts'
import { isBeginning, type Query, readQuery, withoutNoise } from '#contract/search/query.ts'
import { byRank, nearnessOf, type Ranked } from '#contract/search/ranking.ts'
import { aVocabulary } from './seenVocabulary.ts'

interface Entry extends Findable {
  id: number
  /** Its place among the entries: words know their entries by it. */
  place: number
  weight: number
  /** `names` as they were put: the same again is no work */
  key: string
}

type Sets = readonly ReadonlySet<number>[]

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
  const places = new Map<number, number>()
  const entries: (Entry | undefined)[] = []
  const free: number[] = []
  const lexemes = aVocabulary({ sounds: false })
  const words = aVocabulary({ sounds: true })
  /** By place, the last step that met an entry: to mark in a row of numbers takes a tenth of what a set of them takes. */
  let marks = new Uint32Array(1024)
  let step = 0

  function remove(id: number) {
    const place = places.get(id)
    const entry = place === undefined ? undefined : entries[place]
    if (!entry) return
    places.delete(id)
    entries[entry.place] = undefined
    free.push(entry.place)
    for (const lexeme of entry.lexemes) lexemes.remove(lexeme, entry.place)
    for (const word of entry.words) words.remove(word, entry.place)
  }

  function newPlace(id: number): number {
    const place = free.pop() ?? entries.length
    places.set(id, place)
    if (place >= marks.length) {
      const grown = new Uint32Array(2 * marks.length)
      grown.set(marks)
      marks = grown
    }
    return place
  }

  /** The entries that for every word stand in one of its sets. */
  function common(choices: readonly Sets[]): number[] {
    let found: number[] = []
    for (const [at, sets] of choices.toSorted((one, other) => sizeOf(one) - sizeOf(other)).entries()) {
      const before = step++
      const next: number[] = []
      const meet = (place: number) => {
        const met = marks[place]
        if (met === step || (at > 0 && met !== before)) return
        marks[place] = step
        next.push(place)
      }
      for (const set of sets) set.forEach(meet)
      found = next
      if (found.length === 0) break
    }
    return found
  }

  /** What has, for every word of one of the spellings, a lexeme that it begins. */
  function matching(spellings: readonly (readonly string[])[]): Iterable<number> {
    const found = spellings.map((spelling) =>
      common(spelling.map((word) => (isBeginning(word, spelling) ? lexemes.beginning(word) : [lexemes.exactly(word)]))),
    )
    const [only = [], second] = found.filter(({ length }) => length > 0)
    return second ? new Set(found.flat()) : only
  }

  function* written({ spellings, wholes }: Query): Generator<Ranked> {
    for (const place of matching(spellings)) {
      const entry = entries[place]
      if (entry) yield { id: entry.id, weight: entry.weight, cost: 0, nearness: nearnessOf(entry.wholes, wholes) }
    }
  }

  function* meant({ spellings: [asked = []] }: Query): Generator<Ranked> {
    const meanings: Meaning[] = asked.map((word) => ({ asked: word, costs: words.near(word) }))
    const having = meanings.map(({ asked: word, costs }) => [
      ...words.beginning(word),
      ...[...costs.keys()].map((near) => words.exactly(near)),
    ])
    for (const place of common(having)) {
      const entry = entries[place]
      const rank = entry && rankMeant(entry, meanings)
      if (entry && rank) yield { id: entry.id, weight: entry.weight, ...rank }
    }
  }

  return {
    put(id, names, weight) {
      const key = names.join('\n')
      const known = entries[places.get(id) ?? -1]
      if (known?.key === key) {
        known.weight = weight
        return
      }
      remove(id)
      const place = newPlace(id)
      const entry = { id, place, weight, key, ...findableBy(names) }
      entries[place] = entry
      for (const lexeme of entry.lexemes) lexemes.add(lexeme, place)
      for (const word of entry.words) words.add(word, place)
    },
    remove,
    has: (id) => places.has(id),
    ids: () => places.keys(),
    get size() {
      return places.size
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

function sizeOf(sets: Sets): number {
  return sets.reduce((all, { size }) => all + size, 0)
}
