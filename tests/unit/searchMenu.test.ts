import { expect, test } from 'vitest'
import { QUERY_MAX } from '#contract/limits.ts'
import {
  isSearchable,
  opensFullSearch,
  optionAfter,
  queryOf,
  searchViewFor,
  shownPeople,
  shownTitles,
  stableOrder,
} from '#features/search/searchRules.ts'

const some = (count: number) => Array.from({ length: count }, (_, at) => at)

test('shows the menu for an empty query and the chosen tab otherwise', () => {
  expect(searchViewFor('', 'titles')).toBe('menu')
  expect(searchViewFor('', 'people')).toBe('menu')
  expect(searchViewFor('پ', 'titles')).toBe('titles')
  expect(searchViewFor('پدر', 'people')).toBe('people')
})

test('searches the menu from two characters on, without blanks', () => {
  expect(isSearchable(queryOf('پ'))).toBe(false)
  expect(isSearchable(queryOf('   '))).toBe(false)
  expect(isSearchable(queryOf(' پ '))).toBe(false)
  expect(isSearchable(queryOf('پد'))).toBe(true)
})

test('opens the full search from three characters on', () => {
  expect(opensFullSearch(queryOf('پد '))).toBe(false)
  expect(opensFullSearch(queryOf('پدر'))).toBe(true)
})

test('cuts a query to the maximum length without splitting a character', () => {
  expect([...queryOf('🎬'.repeat(200))]).toHaveLength(QUERY_MAX)
})

test('shows six titles and a link to more on a desktop, and all titles on a phone', () => {
  expect(shownTitles(some(6), false)).toEqual({ cards: some(6), hasMore: false })
  expect(shownTitles(some(7), false)).toEqual({ cards: some(6), hasMore: true })
  expect(shownTitles(some(20), true)).toEqual({ cards: some(20), hasMore: false })
})

test('shortens the people to six on a desktop only above eight', () => {
  expect(shownPeople(some(8), false).cards).toHaveLength(8)
  expect(shownPeople(some(9), false).cards).toHaveLength(6)
  expect(shownPeople(some(20), true).cards).toHaveLength(20)
})

test('wraps around with the arrow keys', () => {
  expect(optionAfter(-1, 3, 1)).toBe(0)
  expect(optionAfter(-1, 3, -1)).toBe(2)
  expect(optionAfter(2, 3, 1)).toBe(0)
  expect(optionAfter(0, 3, -1)).toBe(2)
  expect(optionAfter(-1, 0, 1)).toBe(-1)
})

test('replaces the first answer with a newer one, or appends the additions while an option is selected', () => {
  const card = (id: number, name = '') => ({ id, name })
  const first = { key: 'پدر', answer: [card(1), card(2)], cards: [card(1), card(2)] }
  const answer = [card(3), card(2, 'newer'), card(1)]
  expect(stableOrder(first, 'پدر', first.answer, false)).toBe(first)
  expect(stableOrder(first, 'پدر', answer, false).cards).toEqual(answer)
  expect(stableOrder(first, 'پدر', answer, true).cards).toEqual([card(1), card(2, 'newer'), card(3)])
  expect(stableOrder(first, 'پدرخ', answer, true).cards).toEqual(answer)
})
