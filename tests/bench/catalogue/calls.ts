import { HOSTILE } from '#tests/harness/searchQueries.ts'
import { queriesByKind } from './queries.ts'

const queries = queriesByKind()
/** Half of a letter is refused, which costs nothing. */
const HALVES = /[\ud800-\udfff]/u
/** Real ones, and made-up ones that every catalogue of a thousand has. */
const TITLES = ['68646', '1832382', ...Array.from({ length: 200 }, (_, at) => String(1_073_741_900 + 4 * at))]
const GENRES = ['1', '8', '21', '6', '4']

/** What the promise of 20 ms is about: one to three words, and two letters, in the menu and on the page. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  'two letters, menu': queries.twoLetters.map((q) => search({ q, resource: 'menu' })),
  'two letters': queries.twoLetters.map((q) => search({ q })),
  'a word begun, menu': queries.begun.map((q) => search({ q, resource: 'menu' })),
  'one word': queries.oneWord.map((q) => search({ q })),
  'two words': queries.twoWords.map((q) => search({ q })),
  'three words': queries.threeWords.map((q) => search({ q })),
}

/** The catalogue's calls, each with addresses that take turns. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'searches, all kinds in turn': inTurn(Object.values(PROMISED)),
  ...PROMISED,
  mistyped: queries.mistyped.map((q) => search({ q })),
  'the most frequent words': ['the', 'th', 's', 'the s', 'of the'].map((q) => search({ q })),
  'a frequent word, filtered': ['the', 'night'].flatMap((q) => [
    ...GENRES.map((genre) => search({ q, genre, type: 'series', is_dubbed: '1' })),
    search({ q, order_by: 'year' }),
  ]),
  'nobody means that': HOSTILE.filter((q) => !HALVES.test(q)).map((q) => search({ q: q.slice(0, 500) })),
  people: queries.people.map((q) => `/api/people/search?${new URLSearchParams({ q })}`),
  'home, four orders': ['newest', 'votes', 'rating', 'year'].map((order_by) => search({ order_by })),
  'home, filtered': GENRES.map((genre) => search({ genre, type: 'series', is_dubbed: '1', order_by: 'votes' })),
  'home, late page': ['150', '300'].map((page) => search({ page, order_by: 'votes' })),
  title: TITLES.map((id) => `/api/titles/${id}`),
  similar: TITLES.map((id) => `/api/titles/${id}/similar`),
  "director's titles": TITLES.map((id) => `/api/titles/${id}/director-titles`),
  slideshow: ['/api/titles/slideshow?type=all'],
  genres: ['/api/genres'],
}

/** As a crowd asks: mostly searches and titles. */
export const MIXED: readonly string[] = inTurn([
  ...Object.values(PROMISED),
  CALLS.title ?? [],
  CALLS.title ?? [],
  CALLS.similar ?? [],
  CALLS['home, four orders'] ?? [],
  CALLS['home, filtered'] ?? [],
  CALLS.people ?? [],
  CALLS.mistyped ?? [],
  CALLS.genres ?? [],
])

function search(query: Record<string, string>): string {
  return `/api/titles/search?${new URLSearchParams(query)}`
}

/** One of each list after another; a short list begins anew. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const rounds = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, at) => lists.flatMap((list) => list[at % list.length] ?? [])).flat()
}
