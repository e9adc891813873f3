import type { Findable } from './findable.ts'
import { nearnessOf, type Ranked } from './ranking.ts'
import { soundOf } from './sound.ts'

/** A word that somebody has written in a name. */
export interface KnownWord {
  word: string
  /** `soundOf` it */
  sound: string
}

/** A word of a query, and what else it may have meant, at what cost (`costOf`). */
export interface Meaning {
  asked: string
  costs: ReadonlyMap<string, number>
}

/** So many letters of a word may be wrong: none in short ones, where every word is near every other. */
export function tolerance(word: string): number {
  const { length } = [...word]
  if (length >= 8) return 2
  return length >= 4 ? 1 : 0
}

/**
 * What it costs to take an asked word for a known one, in wrong letters: one put in, left out, changed, or two neighbours
 * swapped each cost one. What begins so costs nothing; what sounds so, and what goes on behind, costs a little, so that
 * nearer words come first. Nothing when they are too far from each other.
 */
export function costOf(asked: KnownWord, known: KnownWord): number | undefined {
  if (known.word.startsWith(asked.word)) return 0
  if (asked.sound === '' || known.sound === '') return undefined
  if (known.sound === asked.sound) return SOUNDS_SO
  const most = tolerance(asked.word)
  if (most === 0) return undefined
  if (known.sound.startsWith(asked.sound)) return SOUNDS_SO + GOES_ON
  if (known.sound.length < asked.sound.length - most) return undefined
  const { whole, beginning } = lettersApart(asked.sound, known.sound)
  const cost = Math.min(whole, beginning + GOES_ON)
  return Math.floor(cost) > most ? undefined : cost + SOUNDS_SO
}

const SOUNDS_SO = 0.25
const GOES_ON = 0.5

/** The cheapest way to find all words of a query among the words of a name, and those words; nothing when one is missing. */
export function meantBy(
  words: readonly string[],
  meanings: readonly Meaning[],
): { cost: number; words: string[] } | undefined {
  const nearest = meanings.map(({ asked, costs }) => {
    let best = { word: '', cost: Number.POSITIVE_INFINITY }
    for (const word of words) {
      const cost = word.startsWith(asked) ? 0 : costs.get(word)
      if (cost !== undefined && cost < best.cost) best = { word, cost }
    }
    return best
  })
  const cost = nearest.reduce((all, one) => all + one.cost, 0)
  return Number.isFinite(cost) ? { cost, words: nearest.map(({ word }) => word) } : undefined
}

/** The place of something found for what was perhaps meant; nothing when it does not have all words. */
export function rankMeant(
  { words, wholes }: Findable,
  meanings: readonly Meaning[],
): Pick<Ranked, 'cost' | 'nearness'> | undefined {
  const meant = meantBy(words, meanings)
  return meant && { cost: meant.cost, nearness: nearnessOf(wholes, [meant.words.join('')]) }
}

export function knownWord(word: string): KnownWord {
  return { word, sound: soundOf(word) }
}

/** Edits between two words, and between the first and the nearest beginning of the second. */
export function lettersApart(one: string, other: string): { whole: number; beginning: number } {
  const wide = other.length + 1
  let before = new Int32Array(wide)
  let row = Int32Array.from({ length: wide }, (_, at) => at)
  let next = new Int32Array(wide)
  for (let i = 1; i <= one.length; i++) {
    next[0] = i
    const letter = one.charCodeAt(i - 1)
    for (let j = 1; j < wide; j++) {
      const same = letter === other.charCodeAt(j - 1)
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && letter === other.charCodeAt(j - 2) && one[i - 2] === other[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next[j] = least
    }
    const free = before
    before = row
    row = next
    next = free
  }
  return { whole: row[other.length] ?? 0, beginning: Math.min(...row) }
}
