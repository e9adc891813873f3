import { costOf, type KnownWord, tolerance } from '#contract/search/mistyped.ts'
import { soundOf } from '#contract/search/sound.ts'

interface Known extends KnownWord {
  /** which letters sound in it, a bit for each */
  letters: number
  ids: Set<number>
}

/** Words and who has them, found by their beginnings and by what looks like them. */
export interface Vocabulary {
  add(word: string, id: number): void
  remove(word: string, id: number): void
  exactly(word: string): ReadonlySet<number>
  beginning(word: string): ReadonlySet<number>
  /** The words that a mistyped one may have meant, and at what cost. */
  near(word: string): Map<string, number>
  settle(): void
}

const NOBODY: ReadonlySet<number> = new Set()

/** `sounds`: whether `near` will be asked; to know how all words sound is a third of the work. */
export function aVocabulary({ sounds }: { sounds: boolean }): Vocabulary {
  const known = new Map<string, Known>()
  /** In order of their letters; those that nobody has any more stay until the next settling. */
  let sorted: Known[] = []
  let fresh: Known[] = []
  let gone = 0

  function settle() {
    if (fresh.length === 0 && gone * 4 <= sorted.length) return
    // The new ones in order first: two ordered runs are merged in one pass.
    fresh.sort(byLetters)
    sorted = [...sorted.filter(({ ids }) => ids.size > 0), ...fresh.filter(({ ids }) => ids.size > 0)].sort(byLetters)
    fresh = []
    gone = 0
  }

  return {
    add(word, id) {
      const one = known.get(word)
      if (one) {
        one.ids.add(id)
        return
      }
      const sound = sounds ? soundOf(word) : ''
      const made = { word, sound, letters: lettersOf(sound), ids: new Set([id]) }
      known.set(word, made)
      fresh.push(made)
    },
    remove(word, id) {
      const one = known.get(word)
      if (!one) return
      one.ids.delete(id)
      if (one.ids.size > 0) return
      known.delete(word)
      gone++
    },
    exactly: (word) => known.get(word)?.ids ?? NOBODY,
    beginning(word) {
      settle()
      let at = firstNotBefore(sorted, word)
      const only = sorted[at]
      if (!only?.word.startsWith(word)) return NOBODY
      if (!sorted[at + 1]?.word.startsWith(word)) return only.ids
      const all = new Set<number>()
      for (let one = sorted[at]; one?.word.startsWith(word); one = sorted[++at]) for (const id of one.ids) all.add(id)
      return all
    },
    near(word) {
      const asked = { word, sound: soundOf(word) }
      const letters = lettersOf(asked.sound)
      const most = tolerance(word)
      const costs = new Map<string, number>()
      settle()
      for (const one of sorted) {
        // A wrong letter takes at most one kind of letter away.
        if (one.sound.length < asked.sound.length - most || bits(letters & ~one.letters) > most) continue
        if (one.ids.size === 0) continue
        const cost = costOf(asked, one)
        if (cost !== undefined) costs.set(one.word, cost)
      }
      return costs
    },
    settle,
  }
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

function lettersOf(sound: string): number {
  let letters = 0
  // Sounds are ASCII letters and digits: the letters have bits of their own, all digits the others.
  for (let at = 0; at < sound.length; at++) letters |= 1 << (sound.charCodeAt(at) & 31)
  return letters
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
