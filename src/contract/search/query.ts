import { fold } from '#contract/persian.ts'
import { MAX_NAME_LENGTH } from './searchableNames.ts'
import { isFillerWord, STOP_WORDS, significantName, truncate } from './words.ts'

/** Further words of a query are ignored. */
const MAX_WORDS = 10

/** A parsed search query, the same on server and device. */
export interface Query {
  /** Without duplicates. */
  words: string[]
  /**
   * Alternative spellings, the typed one first, without stop words. A name matches when every word of one spelling is a
   * prefix of one of its lexemes.
   */
  spellings: string[][]
  /** The query in the form of `SearchableNames.wholes`. */
  wholes: string[]
}

/** Undefined for a text without letters and digits. */
export function parseQuery(text: string): Query | undefined {
  const folded = truncate(fold(text), MAX_NAME_LENGTH).trim()
  return folded === '' ? undefined : queryOf(folded.split(' '))
}

/** The query without words like "movie" and "download"; undefined when it has none of them or consists of them. */
export function withoutFillerWords({ words }: Query): Query | undefined {
  const left = words.filter((word) => !isFillerWord(word))
  return left.length === 0 || left.length === words.length ? undefined : queryOf(left)
}

/**
 * Whether a word matches as a prefix, since the last one may be incomplete. A single letter does so only as the whole
 * query.
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

/** The words as typed, all joined, and each pair of neighbours joined: any gap may be an omitted half-space. */
function spellings(words: readonly string[]): string[][] {
  if (words.length === 1) return [[...words]]
  const pairs = words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)])
  return [[...words], ...(words.length > 2 ? [[words.join('')]] : []), ...pairs]
}
