import { type SearchTerms, MAX_NAME_LENGTH } from './findable.ts'
import { nameMatchOf, type Ranked } from './ranking.ts'
import { phoneticOf } from './sound.ts'

/** A word that somebody has written in a name. */
export interface IndexedWord {
  word: string
  /** `soundOf` it */
  phonetic: string
  /** which letters sound in it, a bit for each: most words are told apart by these alone */
  letters: number
}

/** A word of a query, and what else it may have meant, at what cost (`costOf`); what begins so is always meant and costs nothing. */
export interface Interpretation {
  queried: string
  costs: ReadonlyMap<string, number>
}

/** So many letters of a word may be wrong: none in short ones, where every word is near every other. */
function maxTypos(word: string): number {
  const { length } = [...word]
  if (length >= 8) return 2
  return length >= 4 ? 1 : 0
}

/**
 * What it costs to take an asked word for a known one that does not begin so, in wrong letters: one put in, left out,
 * changed, or two neighbours swapped each cost one. What sounds so, and what goes on behind, costs a little, so that nearer
 * words come first. Nothing when they are too far from each other.
 */
function typoCost(asked: IndexedWord, known: IndexedWord, most: number): number | undefined {
  if (asked.phonetic === '' || known.phonetic === '') return undefined
  if (known.phonetic === asked.phonetic) return HOMOPHONE_COST
  if (most === 0) return undefined
  if (known.phonetic.startsWith(asked.phonetic)) return HOMOPHONE_COST + PREFIX_COST
  if (known.phonetic.length < asked.phonetic.length - most) return undefined
  const { whole, beginning } = editDistances(asked.phonetic, known.phonetic, most)
  const cost = Math.min(whole, beginning + PREFIX_COST)
  return Math.floor(cost) > most ? undefined : cost + HOMOPHONE_COST
}

const HOMOPHONE_COST = 0.25
const PREFIX_COST = 0.5

/** The cheapest way to find all words of a query among the words of a name, and those words; nothing when one is missing. */
function bestMatch(
  words: readonly string[],
  meanings: readonly Interpretation[],
): { cost: number; words: string[] } | undefined {
  const nearest: string[] = []
  let all = 0
  for (const { queried: asked, costs } of meanings) {
    let best = ''
    let least = Number.POSITIVE_INFINITY
    for (const word of words) {
      const cost = word.startsWith(queried) ? 0 : costs.get(word)
      if (cost === undefined || cost >= least) continue
      best = word
      least = cost
    }
    // Most names have one of the words and not the others.
    if (least === Number.POSITIVE_INFINITY) return undefined
    nearest.push(best)
    all += least
  }
  return { cost: all, words: nearest }
}

/** The place of something found for what was perhaps meant; nothing when it does not have all words. */
export function rankWithTypos(
  { words, wholes }: SearchTerms,
  meanings: readonly Interpretation[],
): Pick<Ranked, 'cost' | 'nearness'> | undefined {
  const meant = bestMatch(words, meanings)
  return meant && { cost: meant.cost, nameMatch: nameMatchOf(wholes, [meant.words.join('')]) }
}

export function indexedWord(word: string): IndexedWord {
  const sound = phoneticOf(word)
  let letters = 0
  // Sounds are ASCII: where letters and digits share a bit, one look more is taken.
  for (let at = 0; at < sound.length; at++) letters |= 1 << (sound.charCodeAt(at) & 31)
  return { word, phonetic: sound, letters }
}

/**
 * Known words, one after another in memory: most are told from an asked one by two numbers, and to follow a reference for
 * each would take most of the time.
 */
export interface WordList {
  /** Answers its place. */
  add(word: IndexedWord): number
  remove(place: number): void
  /** What an asked word may have meant, and at what cost; `isBegun`: some words begin so, which are not among them. */
  similarTo(word: string): SimilarWords
}

interface SimilarWords {
  hasPrefixMatch: boolean
  costs: Map<string, number>
}

export function createWordList(): WordList {
  const words: (IndexedWord | undefined)[] = []
  const letters: number[] = []
  const lengths: number[] = []
  return {
    add(word) {
      letters.push(word.letters)
      lengths.push(word.phonetic.length)
      return words.push(word) - 1
    },
    remove(place) {
      words[place] = undefined
      lengths[place] = -1
    },
    similarTo(word) {
      const asked = indexedWord(word)
      const most = maxTypos(word)
      const shortest = Math.max(0, asked.phonetic.length - most)
      const costs = new Map<string, number>()
      let isBegun = false
      for (let at = 0; at < words.length; at++) {
        const length = lengths[at] ?? -1
        if (length < shortest || (most === 0 && isBegun && length > asked.phonetic.length)) continue
        // A wrong letter takes at most one kind of letter away.
        const missing = asked.letters & ~(letters[at] ?? 0)
        if (missing !== 0 && bits(missing) > most) continue
        const known = words[at]
        if (!known) continue
        if (known.word.startsWith(word)) {
          isBegun = true
          continue
        }
        const cost = typoCost(asked, known, most)
        if (cost !== undefined) costs.set(known.word, cost)
      }
      return { hasPrefixMatch: isBegun, costs }
    },
  }
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Three rows of `lettersApart`, the same for every pair: an array for each would cost more than the comparing. */
const ROWS = Array.from({ length: 3 }, () => new Uint8Array(MAX_NAME_LENGTH + 4)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Edits between two words, and between the first and the nearest beginning of the second; more than `most` is any number
 * over it, since nobody waits for the rest: of each row only the cells that can hold less are filled.
 */
function editDistances(one: string, other: string, most: number): { whole: number; beginning: number } {
  const wide = Math.min(other.length, one.length + most) + 1
  const far = most + 1
  let [before, row, next] = ROWS
  for (let j = 0; j <= Math.min(wide, far); j++) row[j] = j
  for (let i = 1; i <= one.length; i++) {
    const first = Math.max(1, i - most)
    const last = Math.min(wide - 1, i + most)
    next[first - 1] = first === 1 ? i : far
    let nearest = next[first - 1] ?? far
    const letter = one.charCodeAt(i - 1)
    for (let j = first; j <= last; j++) {
      const same = letter === other.charCodeAt(j - 1)
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped =
        i > 1 && j > 1 && letter === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === other.charCodeAt(j - 1)
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next[j] = least
      if (least < nearest) nearest = least
    }
    if (nearest > most) return { whole: far, beginning: far }
    next[last + 1] = far
    ;[before, row, next] = [row, next, before]
  }
  let beginning = far
  for (let j = Math.max(0, one.length - most); j < wide; j++) beginning = Math.min(beginning, row[j] ?? far)
  return { whole: wide > other.length ? (row[other.length] ?? far) : far, beginning }
}
