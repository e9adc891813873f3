import { aWordList, type KnownWord, knownWord } from '#contract/search/mistyped.ts'

interface Known extends KnownWord {
  ids: Set<number>
  /** in the list of those that are compared with mistyped ones */
  place: number
}

/** Words and who has them, found by their beginnings and by what looks like them. */
export interface Vocabulary {
  add(word: string, id: number): void
  remove(word: string, id: number): void
  exactly(word: string): ReadonlySet<number>
  /** Who has each of the words that begin so. */
  beginning(word: string): ReadonlySet<number>[]
  /** The words that a mistyped one may have meant, and at what cost. */
  near(word: string): Map<string, number>
  settle(): void
}

/** So many words are put in one by one: that costs less than going through all. */
const FEW = 200
const MOST_ASKED = 50
const NOBODY: ReadonlySet<number> = new Set()

/** `sounds`: whether `near` will be asked; to know how all words sound is a third of the work. */
export function aVocabulary({ sounds }: { sounds: boolean }): Vocabulary {
  const known = new Map<string, Known>()
  const list = aWordList()
  /** In order of their letters; those that nobody has any more stay until the next settling. */
  let sorted: Known[] = []
  let fresh: Known[] = []
  let gone = 0
  /** What `near` answered: with each key all words but the last are asked again. */
  const asked = new Map<string, Map<string, number>>()

  function settle() {
    if (fresh.length === 0 && gone * 4 <= sorted.length) return
    if (fresh.length <= FEW && gone * 4 <= sorted.length) {
      for (const one of fresh) if (one.ids.size > 0) sorted.splice(firstNotBefore(sorted, one.word), 0, one)
    } else {
      sorted = merged(sorted, fresh.sort(byLetters))
      gone = 0
    }
    fresh = []
  }

  return {
    add(word, id) {
      const one = known.get(word)
      if (one) {
        one.ids.add(id)
        return
      }
      const made = { ...(sounds ? knownWord(word) : { word, sound: '', letters: 0 }), ids: new Set([id]), place: -1 }
      if (sounds) made.place = list.add(made)
      known.set(word, made)
      fresh.push(made)
      asked.clear()
    },
    remove(word, id) {
      const one = known.get(word)
      if (!one) return
      one.ids.delete(id)
      if (one.ids.size > 0) return
      known.delete(word)
      asked.clear()
      if (sounds) list.forget(one.place)
      gone++
    },
    exactly: (word) => known.get(word)?.ids ?? NOBODY,
    beginning(word) {
      settle()
      let at = firstNotBefore(sorted, word)
      const all: ReadonlySet<number>[] = []
      for (let one = sorted[at]; one?.word.startsWith(word); one = sorted[++at]) all.push(one.ids)
      return all
    },
    near(word) {
      const known = asked.get(word) ?? list.near(word)
      if (asked.size >= MOST_ASKED) asked.clear()
      asked.set(word, known)
      return known
    },
    settle,
  }
}

/** Two ordered lists as one, without the words that nobody has. */
function merged(one: readonly Known[], other: readonly Known[]): Known[] {
  const all: Known[] = []
  let next = 0
  for (const word of one) {
    for (let before = other[next]; before && before.word < word.word; before = other[++next]) {
      if (before.ids.size > 0) all.push(before)
    }
    if (word.ids.size > 0) all.push(word)
  }
  for (; next < other.length; next++) {
    const last = other[next]
    if (last && last.ids.size > 0) all.push(last)
  }
  return all
}

function byLetters(one: Known, other: Known): number {
  return one.word < other.word ? -1 : one.word > other.word ? 1 : 0
}

function firstNotBefore(sorted: readonly Known[], word: string): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.word ?? '') < word) from = middle + 1
    else to = middle
  }
  return from
}
