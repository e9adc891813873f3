import { createWordList, type IndexedWord, indexedWord } from '#contract/search/typos.ts'
import { createSortedList } from './sortedList.ts'

interface Known<Owner> extends IndexedWord {
  owners: Set<Owner>
  /** in the list of those that are compared with mistyped ones */
  place: number
}

/** Who has some words together; somebody who has two of them is counted twice. */
export interface WordOwners<Owner> {
  count: number
  sets: readonly ReadonlySet<Owner>[]
}

/** Words and who has them, found by their beginnings and by what looks like them. */
export interface Vocabulary<Owner> {
  add(word: string, owner: Owner): void
  remove(word: string, owner: Owner): void
  exactly(word: string): WordOwners<Owner>
  /** Who has the words that begin so; once these are more than `most`, no others are asked. */
  beginning(word: string, most: number): WordOwners<Owner>
  /** The words that do not begin so and may have been meant by a mistyped one, and at what cost. */
  near(word: string): ReadonlyMap<string, number>
  /** Puts new words in their places, piece by piece; else the next question does. */
  sortInSteps(): Iterable<void>
}

const MOST_ASKED = 50

/** `sounds`: whether `near` will be asked; to know how all words sound is a third of the work. */
export function createVocabulary<Owner>({ sounds }: { sounds: boolean }): Vocabulary<Owner> {
  const known = new Map<string, Known<Owner>>()
  const list = createWordList()
  const sorted = createSortedList<Known<Owner>>(byLetters)
  /** What `near` answered: with each key all words but the last are asked again. */
  const asked = new Map<string, Map<string, number>>()

  return {
    add(word, owner) {
      const one = known.get(word)
      if (one) {
        one.owners.add(owner)
        return
      }
      const owners = new Set([owner])
      const made = { ...(sounds ? indexedWord(word) : { word, phonetic: '', letters: 0 }), owners, place: -1 }
      if (sounds) made.place = list.add(made)
      known.set(word, made)
      sorted.add(made)
      asked.clear()
    },
    remove(word, owner) {
      const one = known.get(word)
      if (!one) return
      one.owners.delete(owner)
      if (one.owners.size > 0) return
      known.delete(word)
      sorted.remove(one)
      if (sounds) list.remove(one.place)
      asked.clear()
    },
    exactly(word) {
      const owners = known.get(word)?.owners
      return owners ? { count: owners.size, sets: [owners] } : { count: 0, sets: [] }
    },
    beginning(word, most) {
      const sets: ReadonlySet<Owner>[] = []
      let count = 0
      let at = sorted.firstNot((one) => one.word < word)
      const items = sorted.items()
      for (let one = items[at]; one?.word.startsWith(word) && count <= most; one = items[++at]) {
        sets.push(one.owners)
        count += one.owners.size
      }
      return { count, sets }
    },
    near(word) {
      const known = asked.get(word) ?? list.similarTo(word).costs
      if (asked.size >= MOST_ASKED) asked.clear()
      asked.set(word, known)
      return known
    },
    sortInSteps: sorted.sortInSteps,
  }
}

function byLetters(one: IndexedWord, other: IndexedWord): number {
  return one.word < other.word ? -1 : one.word > other.word ? 1 : 0
}
