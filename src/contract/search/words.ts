import lists from './words.json' with { type: 'json' }

const ARTICLES = new Set(lists.articles)
/** Stop words: they count only when whole names are compared. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...lists.articles, ...lists.empty])
/** Words that users add to a name, like "movie" and "download". */
const FILLER_WORDS = new Set(lists.noise)
/** Spellings of one number, digits first. */
const NUMBER_SPELLINGS = new Map(lists.equal.flatMap((group) => group.map((word) => [word, group] as const)))

/** The word and, for a number, its other spellings. */
export function spellingsOf(word: string): readonly string[] {
  return NUMBER_SPELLINGS.get(word) ?? [word]
}

export function isArticle(word: string | undefined): boolean {
  return word !== undefined && ARTICLES.has(word)
}

export function isFillerWord(word: string): boolean {
  return FILLER_WORDS.has(word)
}

/** A name without stop words, numbers as digits, as one word; with its stop words when it has no others. */
export function significantName(parts: readonly string[]): string {
  const telling = parts.filter((part) => !STOP_WORDS.has(part))
  return (telling.length === 0 ? parts : telling).map((part) => spellingsOf(part)[0] ?? part).join('')
}

export function joined(text: string): string {
  return text.replaceAll(' ', '')
}

/** Cuts by code points, where `slice` could split a surrogate pair. */
export function truncate(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('')
}
