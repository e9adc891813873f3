import { HOSTILE } from '#tests/harness/fixtures/searchQueries.ts'
import type { Call, Next } from './load.ts'
import { queriesByKind } from './queries.ts'

const TITLE_SEARCH = '/api/titles/search'
const queries = queriesByKind()
/** Half a surrogate pair is refused, which costs nothing. */
const HALVES = /[\ud800-\udfff]/u
/** Ids of real titles and of made-up titles that every catalogue of ten thousand has. Few are requested twice. */
const TITLES = ['68646', '1832382', ...Array.from({ length: 8000 }, (_, at) => String(1_073_741_900 + at))]
const GENRES = ['1', '8', '21', '6', '4']

/** The searches that must take at most 20 ms: one to three words, or two letters, in the menu and on the page. */
const PROMISED: Readonly<Record<string, Next>> = {
  'two letters, menu': searches(queries.twoLetters, { resource: 'menu' }),
  'two letters': searches(queries.twoLetters),
  'a word begun, menu': searches(queries.begun, { resource: 'menu' }),
  'one word': searches(queries.oneWord),
  'two words': searches(queries.twoWords),
  'three words': searches(queries.threeWords),
}

/**
 * The catalogue's calls. A run repeats no search and no title, so that the server's cache answers none of them. The lines
 * with “again” measure popular, cached requests.
 */
export const CALLS: Readonly<Record<string, Next>> = {
  'searches, all kinds in turn': inTurn(Object.values(PROMISED)),
  ...PROMISED,
  'searches again': each(
    [...queries.twoLetters.slice(0, 100), ...queries.oneWord.slice(0, 100)].map((q) => search({ q })),
  ),
  mistyped: searches(queries.mistyped),
  'the most frequent words': searches(['the', 'th', 's', 'the s', 'of the']),
  'a frequent word, filtered': inTurn([
    ...GENRES.map((genre) => searches(['the', 'night'], { genre, type: 'series', is_dubbed: '1' })),
    searches(['the', 'night'], { order_by: 'year' }),
  ]),
  nonsense: each(HOSTILE.filter((q) => !HALVES.test(q)).map((q) => search({ q: q.slice(0, 500) }))),
  people: searches(queries.people, {}, '/api/people/search'),
  'home, four orders': each(['newest', 'votes', 'rating', 'year'].map((order_by) => search({ order_by }))),
  'home, filtered': each(GENRES.map((genre) => search({ genre, type: 'series', is_dubbed: '1', order_by: 'votes' }))),
  'home, late page': each(['150', '300'].map((page) => search({ page, order_by: 'votes' }))),
  title: each(TITLES.map((id) => `/api/titles/${id}`)),
  'title again': each(TITLES.slice(0, 50).map((id) => `/api/titles/${id}`)),
  similar: each(TITLES.map((id) => `/api/titles/${id}/similar`)),
  "director's titles": each(TITLES.map((id) => `/api/titles/${id}/director-titles`)),
  slideshow: each(['/api/titles/slideshow?type=all']),
  genres: each(['/api/genres']),
}

const titles = each(TITLES.toReversed().map((id) => `/api/titles/${id}`))
const nothing: Next = () => ({ path: '/api/genres' })

/** A typical mix: mostly searches and titles. */
export const MIXED: Next = inTurn([
  ...Object.values(PROMISED),
  titles,
  titles,
  each(TITLES.toReversed().map((id) => `/api/titles/${id}/similar`)),
  ...['home, four orders', 'home, filtered', 'people', 'mistyped', 'genres'].map((name) => CALLS[name] ?? nothing),
])

function search(query: Record<string, string>): string {
  return `${TITLE_SEARCH}?${new URLSearchParams(query)}`
}

/** Searches for these words in a spelling not used before, which normalization makes equal. */
function searches(words: readonly string[], query: Record<string, string> = {}, call = TITLE_SEARCH): Next {
  let nth = 0
  return () => {
    const q = (words[nth % words.length] ?? '') + mark(nth++)
    return { path: `${call}?${new URLSearchParams({ ...query, q })}` }
  }
}

function mark(nth: number): string {
  return [...nth.toString(4)].map((digit) => '!?.,'[Number(digit)]).join('')
}

/** Cycles through the items. */
function each(paths: readonly string[]): Next {
  let nth = 0
  return (): Call => ({ path: paths[nth++ % paths.length] ?? '/' })
}

/** Takes one item of each list in turn. */
function inTurn(kinds: readonly Next[]): Next {
  let nth = 0
  return () => kinds[nth++ % kinds.length]?.() ?? { path: '/' }
}
