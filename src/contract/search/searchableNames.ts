import { fold } from '#contract/persian.ts'
import { isArticle, joined, STOP_WORDS, significantName, spellingsOf, truncate } from './words.ts'

/** Longer names are cut, in characters: PostgreSQL accepts no lexeme over 2 kB. */
export const MAX_NAME_LENGTH = 200

/** A half-space, soft hyphen, hyphen or middle dot inside a word. */
const COMPOUND_JOINT = /(?<=[\p{L}\p{N}])[\u200c\u00ad\u2010\u2011\u00b7-]+(?=[\p{L}\p{N}])/gu

/** The index terms of a title or person, made from all its names. */
export interface SearchableNames {
  /**
   * Words of the names, compounds also joined, numbers both as digits and as words; mistyped words are compared with
   * these.
   */
  words: string[]
  /**
   * Everything a query word may be a prefix of: the words, and adjacent words joined, since half-spaces are often
   * omitted.
   */
  lexemes: string[]
  /** Each name as one word: in full, without its article, and without stop words. */
  wholes: string[]
}

export function searchableNames(names: readonly string[]): SearchableNames {
  const plain = new Set<string>()
  const neighbours = new Set<string>()
  const wholes = new Set<string>()
  for (const name of names) {
    const folded = truncate(fold(name), MAX_NAME_LENGTH).trim()
    if (folded === '') continue
    const parts = folded.split(' ')
    for (const [at, part] of parts.entries()) {
      for (const spelling of spellingsOf(part)) plain.add(spelling)
      const next = parts[at + 1]
      if (next !== undefined && !STOP_WORDS.has(part)) neighbours.add(part + next)
    }
    for (const compound of fold(truncate(name, MAX_NAME_LENGTH).replace(COMPOUND_JOINT, '')).split(' '))
      plain.add(compound)
    wholes.add(joined(folded))
    if (isArticle(parts[0]) && parts.length > 1) wholes.add(parts.slice(1).join(''))
    wholes.add(significantName(parts))
  }
  return { words: [...plain], lexemes: [...new Set([...plain, ...neighbours, ...wholes])], wholes: [...wholes] }
}
