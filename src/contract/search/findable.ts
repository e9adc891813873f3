import { fold } from '#contract/persian.ts'
import { EMPTY_WORDS, firstLetters, isArticle, joined, spellingsOf, tellingName } from './words.ts'

/** Longer names are cut: the database takes no words over 2 kB. */
export const LONGEST_NAME = 200

/** Stands between the parts of one word. */
const JOINT = /(?<=[\p{L}\p{N}])[\u200c\u00ad\u2010\u2011\u00b7-]+(?=[\p{L}\p{N}])/gu

/** What something is found by, made of all its names. */
export interface Findable {
  /** The words of the names, compounds also as one, numbers in figures and in words: what mistyped ones are compared with. */
  words: string[]
  /** All that a word of a query may begin: the words, and neighbours joined, because a half-space is often left out. */
  lexemes: string[]
  /** Each name as one word, as it stands, without its article, and by its telling words alone. */
  wholes: string[]
}

export function findableBy(names: readonly string[]): Findable {
  const plain = new Set<string>()
  const neighbours = new Set<string>()
  const wholes = new Set<string>()
  for (const name of names) {
    const folded = firstLetters(fold(name), LONGEST_NAME).trim()
    if (folded === '') continue
    const parts = folded.split(' ')
    for (const [at, part] of parts.entries()) {
      for (const spelling of spellingsOf(part)) plain.add(spelling)
      const next = parts[at + 1]
      if (next !== undefined && !EMPTY_WORDS.has(part)) neighbours.add(part + next)
    }
    for (const compound of fold(firstLetters(name, LONGEST_NAME).replace(JOINT, '')).split(' ')) plain.add(compound)
    wholes.add(joined(folded))
    if (isArticle(parts[0]) && parts.length > 1) wholes.add(parts.slice(1).join(''))
    wholes.add(tellingName(parts))
  }
  return { words: [...plain], lexemes: [...new Set([...plain, ...neighbours, ...wholes])], wholes: [...wholes] }
}
