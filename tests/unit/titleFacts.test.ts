import { expect, test } from 'vitest'
import {
  countryName,
  factsLine,
  languageName,
  percentWords,
  roundNumber,
  runtimeWords,
  seasonsWords,
  splitRating,
  votesWords,
  yearWords,
} from '#text/titleFacts.ts'
import { listTitle, ratingText } from '#text/titles.ts'

test('formats a running time in hours and minutes', () => {
  expect(runtimeWords(175)).toBe('۲ ساعت و ۵۵ دقیقه')
  expect(runtimeWords(120)).toBe('۲ ساعت')
  expect(runtimeWords(47)).toBe('۴۷ دقیقه')
  expect(runtimeWords(59.6)).toBe('۱ ساعت')
})

test('returns nothing for an unknown running time', () => {
  for (const unknown of [null, 0, -5, Number.NaN]) expect(runtimeWords(unknown)).toBeUndefined()
})

test('splits a rating into two parts, always with one decimal', () => {
  expect(splitRating(9.2)).toEqual({ whole: '۹', fraction: '٫۲' })
  expect(splitRating(8)).toEqual({ whole: '۸', fraction: '٫۰' })
  expect(splitRating(9.96)).toEqual({ whole: '۱۰', fraction: '٫۰' })
  expect(ratingText.imdb(9.2)).toBe('امتیاز IMDb: ۹٫۲ از ۱۰')
})

test('rounds large numbers to thousands and millions', () => {
  expect(votesWords(2_123_000)).toBe('۲٫۱\u00a0میلیون رأی')
  expect(votesWords(0)).toBeUndefined()
  expect(roundNumber(45_000)).toBe('۴۵\u00a0هزار')
  expect(percentWords(97)).toBe('۹۷٪')
})

test('writes years with Persian digits and without grouping', () => {
  expect(yearWords(1972)).toBe('۱۹۷۲')
  expect(yearWords(null)).toBeUndefined()
})

test('skips unknown facts in the line of facts', () => {
  expect(factsLine(['۱۹۷۲', undefined, null, '', false, 'جنایی'])).toBe('۱۹۷۲، جنایی')
  expect(factsLine([])).toBe('')
})

test('counts the seasons and episodes of a series', () => {
  const season = (count: number) => ({ episodes: Array.from({ length: count }) })
  expect(seasonsWords([season(7), season(13)])).toBe('۲\u00a0فصل، ۲۰\u00a0قسمت')
  expect(seasonsWords([season(0)])).toBe('۱\u00a0فصل')
  expect(seasonsWords([])).toBeUndefined()
})

test('translates country and language codes and keeps unknown codes', () => {
  expect(countryName('IR')).toBe('ایران')
  expect(languageName('ja')).toBe('ژاپنی')
  for (const odd of ['!!', 'nowhere-at-all', '🍿']) {
    expect(countryName(odd)).toBe(odd)
    expect(languageName(odd)).toBe(odd)
  }
})

test('names a filtered view of the catalogue by type, dubbing and genre', () => {
  expect(listTitle({ type: 'all', dubbed: false })).toBe('فیلم‌ها و سریال‌ها')
  expect(listTitle({ type: 'movie', dubbed: true })).toBe('فیلم‌های دوبله')
  expect(listTitle({ type: 'series', dubbed: true, genre: 'جنایی' })).toBe('سریال‌های دوبلهٔ جنایی')
  expect(listTitle({ type: 'all', dubbed: false, genre: 'خانوادگی' })).toBe('فیلم‌ها و سریال‌های خانوادگی')
})
