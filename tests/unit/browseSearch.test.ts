import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlainSearch, writePlainSearch } from '#app/plainSearch.ts'
import { QUERY_MAX } from '#contract/limits.ts'
import { readId } from '#contract/shapes.ts'
import {
  canonicalBrowseAddress,
  orderOf,
  queryOf,
  readBrowseSearch,
  searchWith,
  showsSlides,
  writeBrowseSearch,
} from '#features/home/browseSearch.ts'
import { readTitleAddress } from '#features/titles/address.ts'

const nothing = readBrowseSearch({})

test('an empty address asks for everything, newest first', () => {
  expect(nothing).toEqual({ q: '', type: 'all', order_by: undefined, is_dubbed: false, genre: undefined, page: 1 })
  expect(queryOf(nothing)).toEqual({ order_by: 'newest' })
  expect(showsSlides(nothing, 'all')).toBe(true)
  expect(showsSlides({ ...nothing, page: 2 }, 'all')).toBe(false)
  expect(showsSlides(nothing, 'series')).toBe(false)
})

test('reads the full-search address of the specification and keeps its form', () => {
  const raw = readPlainSearch('?order_by=votes&type=all&q=پدر')
  expect(readBrowseSearch(raw)).toMatchObject({ order_by: 'votes', type: 'all', q: 'پدر' })
  expect(writePlainSearch(canonicalBrowseAddress(raw) as Record<string, unknown>)).toBe(
    `?order_by=votes&type=all&q=${encodeURIComponent('پدر')}`,
  )
})

test('keeps a query that looks like a number or a keyword as text', () => {
  for (const name of ['1917', '007', '12', 'true', 'null', '[REC]', '{}']) {
    const address = writePlainSearch({ q: name })
    expect(readBrowseSearch(readPlainSearch(address)).q).toBe(name)
  }
})

test('replaces each invalid value by the nearest valid one', () => {
  const hostile = [
    ['page=0', { page: 1 }],
    ['page=-3', { page: 1 }],
    ['page=abc', { page: 1 }],
    ['page=۳', { page: 3 }],
    ['page=2.9', { page: 2 }],
    ['page=1e99', { page: 100_000 }],
    ['type=opera', { type: 'all' }],
    ['type=Movie', { type: 'movie' }],
    ['order_by=chaos', { order_by: undefined }],
    ['is_dubbed=perhaps', { is_dubbed: false }],
    ['is_dubbed=1', { is_dubbed: true }],
    ['genre=x', { genre: undefined }],
    ['genre=0', { genre: undefined }],
    ['genre=6', { genre: 6 }],
    ['q=%00%07', { q: '' }],
    [`q=${'a'.repeat(3000)}`, { q: 'a'.repeat(QUERY_MAX) }],
  ] as const
  for (const [query, sense] of hostile) {
    expect(readBrowseSearch(readPlainSearch(query)), query).toEqual({ ...nothing, ...sense })
  }
})

test('reads a page that is neither text nor a number as the first page', () => {
  // The router can produce values of any shape; the property below found this one.
  expect(readBrowseSearch({ page: { toString: '' } })).toEqual(readBrowseSearch({}))
})

test('reads any address without throwing, and the settled address means the same', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(undefined),
    fc.constant(null),
    fc.array(fc.string()),
    fc.object(),
  )
  const address = fc.record(
    { q: value, type: value, order_by: value, is_dubbed: value, genre: value, page: value, other: value },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(address, (raw) => {
      const search = readBrowseSearch(raw)
      expect(readBrowseSearch(canonicalBrowseAddress(raw))).toEqual(search)
      expect(readBrowseSearch(readPlainSearch(writePlainSearch({ ...canonicalBrowseAddress(raw) })))).toEqual(search)
    }),
  )
})

test('leaves default values out of the address', () => {
  expect(writePlainSearch({ ...writeBrowseSearch(nothing) })).toBe('')
  expect(writePlainSearch({ ...searchWith(nothing, { is_dubbed: true, page: 1 }) })).toBe('?is_dubbed=1')
})

test('resets the page when a filter changes and keeps the filters when the page changes', () => {
  const search = readBrowseSearch({ type: 'movie', page: 4, genre: 6 })
  expect(searchWith(search, { is_dubbed: true })).toMatchObject({
    type: 'movie',
    genre: 6,
    is_dubbed: 1,
    page: undefined,
  })
  expect(searchWith(search, { page: 5 })).toMatchObject({ type: 'movie', genre: 6, page: 5 })
})

test('sorts search results by votes and everything else by newest', () => {
  expect(orderOf({ order_by: undefined, q: 'پدر' })).toBe('votes')
  expect(orderOf({ order_by: undefined, q: '' })).toBe('newest')
  expect(orderOf({ order_by: 'year', q: 'پدر' })).toBe('year')
})

test('accepts only a positive whole number as a title id', () => {
  expect(readId('68646')).toBe(68646)
  for (const text of ['0', '-1', '1e9', '01', 'abc', '', '1.5', '٣', '9'.repeat(30), '__proto__'])
    expect(readId(text), text).toBeUndefined()
})

test('asks for the dubbed version only when dub is 1', () => {
  expect(readTitleAddress({ dub: '1' })).toEqual({ dub: 1 })
  for (const dub of ['0', 'yes', {}, [], null, undefined]) expect(readTitleAddress({ dub })).toEqual({ dub: undefined })
})
