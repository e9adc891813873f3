import queries from './queries.json' with { type: 'json' }

/** The catalogue's calls, each with addresses that take turns. */
export const CALLS: Readonly<Record<string, readonly string[]>> = {
  'two letters, menu': queries.twoLetters.map((q) => search({ q, resource: 'menu' })),
  'two letters': queries.twoLetters.map((q) => search({ q })),
  'one word': queries.oneWord.map((q) => search({ q })),
  'two words': queries.twoWords.map((q) => search({ q })),
  'three words': queries.threeWords.map((q) => search({ q })),
  mistyped: queries.mistyped.map((q) => search({ q })),
  'nothing there': queries.nothing.map((q) => search({ q })),
  'a frequent word, filtered': ['the', 'night'].flatMap((q) => [
    search({ q, genre: '8' }),
    search({ q, type: 'series', is_dubbed: '1', genre: '21' }),
    search({ q, order_by: 'year' }),
  ]),
  'home, four orders': ['newest', 'votes', 'rating', 'year'].map((order_by) => search({ order_by })),
  'home, filtered': ['1', '8', '21'].map((genre) =>
    search({ genre, type: 'series', is_dubbed: '1', order_by: 'votes' }),
  ),
  'home, late page': ['1500', '3000'].map((page) => search({ page, order_by: 'votes' })),
  title: ['68646', '1832382', '1073741900', '1073745000'].map((id) => `/api/titles/${id}`),
  similar: ['68646', '1832382', '1073741900', '1073745000'].map((id) => `/api/titles/${id}/similar`),
  "director's titles": ['68646', '1832382', '1073741900'].map((id) => `/api/titles/${id}/director-titles`),
  people: queries.people.map((q) => `/api/people/search?${new URLSearchParams({ q })}`),
  slideshow: ['/api/titles/slideshow?type=all'],
  genres: ['/api/genres'],
}

function search(query: Record<string, string>): string {
  return `/api/titles/search?${new URLSearchParams(query)}`
}
