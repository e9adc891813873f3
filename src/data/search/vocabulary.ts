import { createWordList, type IndexedWord, indexedWord } from '#contract/search/typos.ts'
import { createSortedList } from './sortedList.ts'

interface WordEntry<Owner> extends IndexedWord {
  owners: Set<Owner>
  /** index in the word list for misspellings, or -1 */
  listIndex: number
}

/** The owners of some words. An owner of two of the words is counted twice. */
export interface WordOwners<Owner> {
  count: number
  sets: readonly ReadonlySet<Owner>[]
}

/** Words and their owners, searchable by prefix and by similarity. */
export interface Vocabulary<Owner> {
  add(word: string, owner: Owner): void
  remove(word: string, owner: Owner): void
  ownersOf(word: string): WordOwners<Owner>
  /** Returns the owners of all words with this prefix; stops collecting once there are more than `limit`. */
  ownersOfPrefix(word: string, limit: number): WordOwners<Owner>
  /** Returns the words without this prefix that the word may be a misspelling of, each with its cost. */
  similarTo(word: string): ReadonlyMap<string, number>
  /** Sorts new words in steps; otherwise the next query sorts them. */
  sortInSteps(): Iterable<void>
}

const MAX_CACHED = 50

/** Creates a vocabulary. `withTypos`: `similarTo` will be called; phonetic keys take a third of the indexing time. */
export function createVocabulary<Owner>({ withTypos }: { withTypos: boolean }): Vocabulary<Owner> {
  const entries = new Map<string, WordEntry<Owner>>()
  const wordList = createWordList()
  const sorted = createSortedList<WordEntry<Owner>>(byLetters)
  /** Cached results of `similarTo`: each keystroke asks again for all words but the last. */
  const similarCache = new Map<string, Map<string, number>>()

  return {
    add(word, owner) {
      const entry = entries.get(word)
      if (entry) {
        entry.owners.add(owner)
        return
      }
      const owners = new Set([owner])
      const added = { ...(withTypos ? indexedWord(word) : { word, phonetic: '', letters: 0 }), owners, listIndex: -1 }
      if (withTypos) added.listIndex = wordList.add(added)
      entries.set(word, added)
      sorted.add(added)
      similarCache.clear()
    },
    remove(word, owner) {
      const entry = entries.get(word)
      if (!entry) return
      entry.owners.delete(owner)
      if (entry.owners.size > 0) return
      entries.delete(word)
      sorted.remove(entry)
      if (withTypos) wordList.remove(entry.listIndex)
      similarCache.clear()
    },
    ownersOf(word) {
      const owners = entries.get(word)?.owners
      return owners ? { count: owners.size, sets: [owners] } : { count: 0, sets: [] }
    },
    ownersOfPrefix(word, limit) {
      const sets: ReadonlySet<Owner>[] = []
      let count = 0
      let index = sorted.partitionPoint((entry) => entry.word < word)
      const items = sorted.items()
      for (let entry = items[index]; entry?.word.startsWith(word) && count <= limit; entry = items[++index]) {
        sets.push(entry.owners)
        count += entry.owners.size
      }
      return { count, sets }
    },
    similarTo(word) {
      const costs = similarCache.get(word) ?? wordList.similarTo(word).costs
      if (similarCache.size >= MAX_CACHED) similarCache.clear()
      similarCache.set(word, costs)
      return costs
    },
    sortInSteps: sorted.sortInSteps,
  }
}

function byLetters(one: IndexedWord, other: IndexedWord): number {
  return one.word < other.word ? -1 : one.word > other.word ? 1 : 0
}
