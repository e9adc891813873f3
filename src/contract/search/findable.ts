import { fold } from '#contract/persian.ts'
import { STOP_WORDS, truncate, isArticle, joined, spellingsOf, significantName } from './words.ts'

/** Longer names are cut: the database takes no words over 2 kB. */
export const MAX_NAME_LENGTH = 200

/** Stands between the parts of one word. */
const COMPOUND_JOINT = /(?<=[\p{L}\p{N}])[\u200c\u00ad\u2010\u2011\u00b7-]+(?=[\p{L}\p{N}])/gu

/** What something is found by, made of all its names. */
export interface SearchTerms {
  /** The words of the names, compounds also as one, numbers in figures and in words: what mistyped ones are compared with. */
  words: string[]
  /** All that a word of a query may begin: the words, and neighbours joined, because a half-space is often left out. */
  lexemes: string[]
  /** Each name as one word, as it stands, without its article, and by its telling words alone. */
  wholes: string[]
}

export function searchTermsOf(names: readonly string[]): SearchTerms {
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
    for (const compound of fold(truncate(name, MAX_NAME_LENGTH).replace(COMPOUND_JOINT, '')).split(' ')) plain.add(compound)
    wholes.add(joined(folded))
    if (isArticle(parts[0]) && parts.length > 1) wholes.add(parts.slice(1).join(''))
    wholes.add(significantName(parts))
  }
  return { words: [...plain], lexemes: [...new Set([...plain, ...neighbours, ...wholes])], wholes: [...wholes] }
}
