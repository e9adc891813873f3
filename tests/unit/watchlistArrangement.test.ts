import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TitleCard } from '#contract/titleCards.ts'
import type { SavedTitle } from '#data/areas/watchlist.ts'
import { arrangeWatchlist } from '#features/watchlist/arrangeWatchlist.ts'
import { readWatchlistSearch, writeWatchlistSearch } from '#features/watchlist/watchlistSearch.ts'

const everything = readWatchlistSearch({})
let id = 0

function saved(titleFa: string, titleEn: string, facts: Partial<TitleCard> = {}): SavedTitle {
  id += 1
  const card = v.parse(TitleCard, { id, path: `/titles/${id}/x`, titleFa, titleEn, ...facts })
  return { titleId: id, card, savedAt: '2026-01-01T00:00:00.000Z', pending: false }
}

const list = [
  saved('پدرخوانده', 'The Godfather', { year: 1972, rating: 9.2 }),
  saved('جدایی نادر از سیمین', 'A Separation', { year: 2011, rating: 8.3 }),
  saved('بریکینگ بد', 'Breaking Bad', { type: 'series', year: 2008, rating: 9.5 }),
  saved('آملی', 'Amélie', { year: 2001, rating: 8.3 }),
  saved('گاو', 'The Cow', { year: 1969 }),
  saved('', 'Untold', {}),
]
const names = (found: SavedTitle[]) => found.map(({ card }) => card.titleEn)

test('keeps the list in saved order without filters', () => {
  expect(arrangeWatchlist(list, everything).shown).toEqual(list)
})

test.each([
  ['پدر', ['The Godfather']],
  ['godf', ['The Godfather']],
  ['THE', ['The Godfather', 'The Cow']],
  ['جدايي', ['A Separation']],
  ['املی', ['Amélie']],
  ['amelie', ['Amélie']],
  ['۲۰۰۸', ['Breaking Bad']],
  ['بد بریک', ['Breaking Bad']],
  ['خوانده', []],
  ['  ', names(list)],
  ['!?', names(list)],
])('searching «%s» finds %j', (q, found) => {
  expect(names(arrangeWatchlist(list, { ...everything, q }).shown)).toEqual(found)
})

test('filters films and series', () => {
  expect(names(arrangeWatchlist(list, { ...everything, type: 'series' }).shown)).toEqual(['Breaking Bad'])
  expect(arrangeWatchlist(list, { ...everything, type: 'movie' }).shown).toHaveLength(5)
})

test('sorts unknown years and ratings last and ties by saved order', () => {
  expect(names(arrangeWatchlist(list, { ...everything, sort: 'year' }).shown)).toEqual([
    'A Separation',
    'Breaking Bad',
    'Amélie',
    'The Godfather',
    'The Cow',
    'Untold',
  ])
  expect(names(arrangeWatchlist(list, { ...everything, sort: 'rating' }).shown)).toEqual([
    'Breaking Bad',
    'The Godfather',
    'A Separation',
    'Amélie',
    'The Cow',
    'Untold',
  ])
})

test('sorts names by the Persian alphabet instead of code points', () => {
  const found = arrangeWatchlist(list, { ...everything, sort: 'name' }).shown.map(
    ({ card }) => card.titleFa || card.titleEn,
  )
  expect(found.slice(0, 5)).toEqual(['آملی', 'بریکینگ بد', 'پدرخوانده', 'جدایی نادر از سیمین', 'گاو'])
})

test('does not change the given list', () => {
  const before = [...list]
  arrangeWatchlist(list, { ...everything, sort: 'name' }).shown
  expect(list).toEqual(before)
})

test('arranges incrementally to the same result as from scratch', () => {
  const pool = Array.from({ length: 40 }, (_, at) => saved(`نام ${at % 7}`, `Title ${at}`, { year: 1990 + (at % 5) }))
  const some = fc.uniqueArray(fc.constantFrom(...pool.keys()))
  const sort = fc.constantFrom('saved' as const, 'year' as const, 'name' as const)
  const here = (indexes: number[]) => pool.filter((_, at) => indexes.includes(at))
  fc.assert(
    fc.property(some, some, sort, fc.constantFrom('', '۱۹۹۲'), (before, after, by, q) => {
      const search = { ...everything, sort: by, q }
      const then = arrangeWatchlist(here(before), search)
      expect(arrangeWatchlist(here(after), search, then).shown).toEqual(arrangeWatchlist(here(after), search).shown)
      expect(arrangeWatchlist(here(after), { ...search }, then).shown).toEqual(
        arrangeWatchlist(here(after), search).shown,
      )
    }),
  )
})

test.each([
  [{}, { q: '', type: 'all', sort: 'saved' }],
  [
    { q: ' پدر ', type: 'series', sort: 'year' },
    { q: 'پدر', type: 'series', sort: 'year' },
  ],
  [
    { q: 1984, type: 'SERIES', sort: 'Rating ' },
    { q: '1984', type: 'series', sort: 'rating' },
  ],
  [
    { q: {}, type: 7, sort: ['year'] },
    { q: '', type: 'all', sort: 'saved' },
  ],
  [
    { q: null, type: '<script>', sort: '__proto__' },
    { q: '', type: 'all', sort: 'saved' },
  ],
])('the address %j is read as %j', (raw, search) => {
  expect(readWatchlistSearch(raw)).toEqual(search)
})

test('leaves default values out of the address', () => {
  expect(writeWatchlistSearch(everything)).toEqual({})
  expect(writeWatchlistSearch({ q: 'پدر', type: 'movie', sort: 'name' })).toEqual({
    q: 'پدر',
    type: 'movie',
    sort: 'name',
  })
})
