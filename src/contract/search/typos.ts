import { phoneticOf } from './phonetic.ts'
import { nameMatchOf, type Ranked } from './ranking.ts'
import { MAX_NAME_LENGTH, type SearchableNames } from './searchableNames.ts'

/** A word of an indexed name. */
export interface IndexedWord {
  word: string
  /** `phoneticOf(word)` */
  phonetic: string
  /** bit mask of the letters in `phonetic`, which rules out most words quickly */
  letters: number
}

/**
 * A query word and the indexed words it may be a misspelling of, with their `typoCost`. Words it is a prefix of always
 * match at no cost.
 */
export interface Interpretation {
  queried: string
  costs: ReadonlyMap<string, number>
}

/** Number of typos tolerated in a word: none in short words, where everything is similar. */
function maxTypos(word: string): number {
  const { length } = [...word]
  if (length >= 8) return 2
  return length >= 4 ? 1 : 0
}

/**
 * The cost of reading a query word as an indexed word that it is not a prefix of, in edits: an insertion, deletion,
 * substitution or swap of neighbours costs one. Homophones and prefixes cost a fraction, so that closer words rank
 * first. Undefined when the words are too different.
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

/**
 * The cheapest match of all query words among the words of a name, with the matched words; undefined when one is
 * missing.
 */
function bestMatch(
  words: readonly string[],
  meanings: readonly Interpretation[],
): { cost: number; words: string[] } | undefined {
  const nearest: string[] = []
  let all = 0
  for (const { queried, costs } of meanings) {
    let best = ''
    let least = Number.POSITIVE_INFINITY
    for (const word of words) {
      const cost = word.startsWith(queried) ? 0 : costs.get(word)
      if (cost === undefined || cost >= least) continue
      best = word
      least = cost
    }
    // Exits early, since most names contain one of the words and not the others.
    if (least === Number.POSITIVE_INFINITY) return undefined
    nearest.push(best)
    all += least
  }
  return { cost: all, words: nearest }
}

/** Ranks a typo-tolerant match; undefined when a word of the query is missing. */
export function rankWithTypos(
  { words, wholes }: SearchableNames,
  meanings: readonly Interpretation[],
): Pick<Ranked, 'cost' | 'nameMatch'> | undefined {
  const meant = bestMatch(words, meanings)
  return meant && { cost: meant.cost, nameMatch: nameMatchOf(wholes, [meant.words.join('')]) }
}

export function indexedWord(word: string): IndexedWord {
  const sound = phoneticOf(word)
  let letters = 0
  // Phonetic keys are ASCII. Letters and digits that share a bit only cause an extra comparison.
  for (let at = 0; at < sound.length; at++) letters |= 1 << (sound.charCodeAt(at) & 31)
  return { word, phonetic: sound, letters }
}

/**
 * Indexed words with their lengths and masks in arrays of numbers: most words are ruled out without following a
 * reference.
 */
export interface WordList {
  /** Returns the index of the word, for `remove`. */
  add(word: IndexedWord): number
  remove(index: number): void
  /** Finds possible misspellings; `hasPrefixMatch`: the word is a prefix of indexed words, which are not listed. */
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
    remove(index) {
      words[index] = undefined
      lengths[index] = -1
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
        // Each typo removes at most one letter from the mask.
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

/** Three rows for `editDistances`, reused: allocating them for each pair would cost more than the comparison. */
const ROWS = Array.from({ length: 3 }, () => new Uint8Array(MAX_NAME_LENGTH + 4)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]

/**
 * Damerau–Levenshtein distances from the first word to the second, and to the closest prefix of the second. Distances
 * above `most` are only known to exceed it: each row computes just the cells that can be lower.
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
