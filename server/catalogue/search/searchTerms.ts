import { matchesAsPrefix, type Query } from '#contract/search/query.ts'
import { searchableNames as findable, type SearchableNames } from '#contract/search/searchableNames.ts'
import type { Interpretation } from '#contract/search/typos.ts'
import { truncate } from '#contract/search/words.ts'
import type { TitleType } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'

/** What a list of titles is narrowed to. */
export type TitleFilter = Pick<TitleSearch, 'type' | 'is_dubbed' | 'genre'>

/** Stands before a whole name among the words; folded text never holds it. */
const NAME_MARK = '='
/**
 * Stands before each beginning of a word: looking one up costs what a whole word costs. What begins so is looked for without
 * it by gathering the rows of all words that do, and of two such words of a query all rows of both.
 */
const START_MARK = '^'
/** Longer beginnings have no entry: hardly a row has them. */
const LONGEST_START = 8
/** Stands before what lists are narrowed by: a rare genre of a frequent word is found within the index. */
const FACET_MARK = '#'

/** What the database finds a title or a person by. */
export interface Searchable extends Pick<SearchableNames, 'words'> {
  /**
   * To be written with `array_to_tsvector`: all that a word of a query may begin; the beginnings of words; and each whole
   * name behind a mark, so that "is the name" and "begins the name" are asked of the same index.
   */
  lexemes: string[]
}

export function searchLexemes(names: readonly string[]): Searchable {
  const { words, lexemes, wholes } = findable(names)
  const starts = lexemes.flatMap((lexeme) =>
    Array.from({ length: Math.min(lexeme.length, LONGEST_START) }, (_, at) => START_MARK + truncate(lexeme, at + 1)),
  )
  return { words, lexemes: [...new Set([...lexemes, ...starts, ...wholes.map((whole) => NAME_MARK + whole)])] }
}

/** What titles are narrowed by, as it stands among their words: each choice as one, so that no two need be compared. */
export function facetsOf(title: { type: TitleType; isDubbed: boolean; genreIds: readonly number[] }): string[] {
  const choices = (['all', title.type] as const).flatMap((type) =>
    (title.isDubbed ? [false, true] : [false]).flatMap((is_dubbed) =>
      [undefined, ...title.genreIds].map((genre) => facet({ type, is_dubbed, genre })),
    ),
  )
  return choices.filter((choice) => choice !== undefined)
}

/** The same term, for those rows alone that a list is narrowed to. */
export function narrowed(term: string, filter: TitleFilter): string {
  const choice = facet(filter)
  return choice === undefined ? term : `(${term})&${quoted(choice)}`
}

function facet({ type, is_dubbed, genre }: TitleFilter): string | undefined {
  const parts = [
    ...(type === 'movie' || type === 'series' ? [type] : []),
    ...(is_dubbed ? ['dubbed'] : []),
    ...(genre === undefined ? [] : [genre]),
  ]
  return parts.length === 0 ? undefined : FACET_MARK + parts.join('+')
}

/** A query in the database's own terms: which rows match, which of them have exactly this name, which begin with it. */
export interface SearchTerms {
  matches: string
  isName: string
  beginsName: string
}

export function termsOf({ spellings, wholes }: Query): SearchTerms {
  return {
    matches: spellings.map((spelling) => spelling.map(wordQuery).join('&')).join('|'),
    isName: wholes.map((one) => quoted(NAME_MARK + one)).join('|'),
    beginsName: wholes.map((one) => `${quoted(NAME_MARK + one)}:*`).join('|'),
  }
}

/** Which rows have for each word it or one of the others it may have meant. */
export function meantTerms(meanings: readonly Interpretation[]): string {
  return meanings
    .map(({ queried, costs }) => [wordQuery(queried, 0, [queried]), ...[...costs.keys()].map(quoted)].join('|'))
    .map((choices) => `(${choices})`)
    .join('&')
}

function wordQuery(word: string, _at: number, spelling: readonly string[]): string {
  if (!matchesAsPrefix(word, spelling)) return quoted(word)
  return [...word].length <= LONGEST_START ? quoted(START_MARK + word) : `${quoted(word)}:*`
}

/** As `tsquery` reads it. Words hold letters and digits alone; the quoting is for the day that changes. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}
