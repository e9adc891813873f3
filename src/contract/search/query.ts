import { fold } from '#contract/persian.ts'
import { MAX_NAME_LENGTH } from './findable.ts'
import { STOP_WORDS, truncate, isFillerWord, significantName } from './words.ts'

/** More words than this in one query are not looked at. */
const MAX_WORDS = 10

/** What somebody searches for, as server and device understand it. */
export interface Query {
  /** Each once. */
  words: string[]
  /** The ways to write it, as it stands first; words that say nothing are left out. Something is found when of one of them every word begins one of its lexemes. */
  spellings: string[][]
  /** The query as a whole name would be written (`Findable.wholes`). */
  wholes: string[]
}

/** Nothing when the text has no letters and no digits. */
export function parseQuery(text: string): Query | undefined {
  const folded = truncate(fold(text), MAX_NAME_LENGTH).trim()
  return folded === '' ? undefined : queryOf(folded.split(' '))
}

/** The query without words like "movie" and "download"; nothing when none is there or nothing else is. */
export function withoutFillerWords({ words }: Query): Query | undefined {
  const left = words.filter((word) => !isFillerWord(word))
  return left.length === 0 || left.length === words.length ? undefined : queryOf(left)
}

/**
 * Whether a word stands for all that begin with it, since the last is still being typed. A single letter does so only when
 * it is all there is.
 */
export function matchesAsPrefix(word: string, spelling: readonly string[]): boolean {
  return spelling.length === 1 || [...word].length > 1
}

function queryOf(parts: readonly string[]): Query {
  const words = [...new Set(parts)].slice(0, MAX_WORDS)
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  return {
    words,
    spellings: spellings(telling.length === 0 ? words : telling),
    wholes: [...new Set([parts.join(''), significantName(parts)])],
  }
}

/** The words as they stand, all joined to one, and each two neighbours joined: a half-space may stand in any gap. */
function spellings(words: readonly string[]): string[][] {
  if (words.length === 1) return [[...words]]
  const pairs = words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)])
  return [[...words], ...(words.length > 2 ? [[words.join('')]] : []), ...pairs]
}
