import { matchesAsPrefix, type Query } from '#contract/search/query.ts'
import { searchableNames as findable, type SearchableNames } from '#contract/search/searchableNames.ts'
import type { Interpretation } from '#contract/search/typos.ts'
import { truncate } from '#contract/search/words.ts'
import type { TitleType } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'

/** Filters of a title list. */
export type TitleFilter = Pick<TitleSearch, 'type' | 'is_dubbed' | 'genre'>

/** Prefix of a whole name among the lexemes; folded text never contains it. */
const NAME_PREFIX = '='
/**
 * Prefix of a word's beginnings. Looking one up costs as much as a whole word. A prefix search would instead collect
 * the rows of all matching words, and for two words of a query all rows of both.
 */
const START_PREFIX = '^'
/** Longer beginnings are not indexed: few rows have them. */
const LONGEST_START = 8
/** Prefix of filter values, so that the index alone finds a rare genre of a frequent word. */
const FACET_PREFIX = '#'

/** The searchable form of a title or person. */
export interface Searchable extends Pick<SearchableNames, 'words'> {
  /**
   * Lexemes for `array_to_tsvector`: words, beginnings of words, and whole names with a prefix, so that one index
   * answers "is the name" and "starts the name".
   */
  lexemes: string[]
}

export function searchLexemes(names: readonly string[]): Searchable {
  const { words, lexemes, wholes } = findable(names)
  const starts = lexemes.flatMap((lexeme) =>
    Array.from({ length: Math.min(lexeme.length, LONGEST_START) }, (_, at) => START_PREFIX + truncate(lexeme, at + 1)),
  )
  return { words, lexemes: [...new Set([...lexemes, ...starts, ...wholes.map((whole) => NAME_PREFIX + whole)])] }
}

/** A title's filter values among its lexemes, one for each combination, so that none need be intersected. */
export function facetsOf(title: { type: TitleType; isDubbed: boolean; genreIds: readonly number[] }): string[] {
  const choices = (['all', title.type] as const).flatMap((type) =>
    (title.isDubbed ? [false, true] : [false]).flatMap((is_dubbed) =>
      [undefined, ...title.genreIds].map((genre) => facet({ type, is_dubbed, genre })),
    ),
  )
  return choices.filter((choice) => choice !== undefined)
}

/** The term restricted to rows that pass the filter. */
export function withFilter(term: string, filter: TitleFilter): string {
  const choice = facet(filter)
  return choice === undefined ? term : `(${term})&${quoted(choice)}`
}

function facet({ type, is_dubbed, genre }: TitleFilter): string | undefined {
  const parts = [
    ...(type === 'movie' || type === 'series' ? [type] : []),
    ...(is_dubbed ? ['dubbed'] : []),
    ...(genre === undefined ? [] : [genre]),
  ]
  return parts.length === 0 ? undefined : FACET_PREFIX + parts.join('+')
}

/** A query as `tsquery` terms: matching rows, rows with exactly this name, rows whose name starts with it. */
export interface SearchTerms {
  matches: string
  isName: string
  beginsName: string
}

export function termsOf({ spellings, wholes }: Query): SearchTerms {
  return {
    matches: spellings.map((spelling) => spelling.map(wordQuery).join('&')).join('|'),
    isName: wholes.map((one) => quoted(NAME_PREFIX + one)).join('|'),
    beginsName: wholes.map((one) => `${quoted(NAME_PREFIX + one)}:*`).join('|'),
  }
}

/** Rows that have, for each word, the word itself or one of its corrections. */
export function meantTerms(meanings: readonly Interpretation[]): string {
  return meanings
    .map(({ queried, costs }) => [wordQuery(queried, 0, [queried]), ...[...costs.keys()].map(quoted)].join('|'))
    .map((choices) => `(${choices})`)
    .join('&')
}

function wordQuery(word: string, _at: number, spelling: readonly string[]): string {
  if (!matchesAsPrefix(word, spelling)) return quoted(word)
  return [...word].length <= LONGEST_START ? quoted(START_PREFIX + word) : `${quoted(word)}:*`
}

/** Quotes a word for `tsquery`. Words contain only letters and digits today. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}
