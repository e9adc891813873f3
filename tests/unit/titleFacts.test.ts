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
import { ratingText, sightName } from '#text/titles.ts'

test('a running time is said as people say it', () => {
  expect(runtimeWords(175)).toBe('۲ ساعت و ۵۵ دقیقه')
  expect(runtimeWords(120)).toBe('۲ ساعت')
  expect(runtimeWords(47)).toBe('۴۷ دقیقه')
  expect(runtimeWords(59.6)).toBe('۱ ساعت')
})

test('a running time that nobody knows is not made up', () => {
  for (const unknown of [null, 0, -5, Number.NaN]) expect(runtimeWords(unknown)).toBeUndefined()
})

test('a rating shows in two parts, with one decimal always', () => {
  expect(splitRating(9.2)).toEqual({ whole: '۹', fraction: '٫۲' })
  expect(splitRating(8)).toEqual({ whole: '۸', fraction: '٫۰' })
  expect(splitRating(9.96)).toEqual({ whole: '۱۰', fraction: '٫۰' })
  expect(ratingText.imdb(9.2)).toBe('امتیاز IMDb: ۹٫۲ از ۱۰')
})

test('large numbers are said in round words', () => {
  expect(votesWords(2_123_000)).toBe('۲٫۱\u00a0میلیون رأی')
  expect(votesWords(0)).toBeUndefined()
  expect(roundNumber(45_000)).toBe('۴۵\u00a0هزار')
  expect(percentWords(97)).toBe('۹۷٪')
})

test('years have Persian digits and no grouping', () => {
  expect(yearWords(1972)).toBe('۱۹۷۲')
  expect(yearWords(null)).toBeUndefined()
})

test('facts that are not known leave no gap in the line', () => {
  expect(factsLine(['۱۹۷۲', undefined, null, '', false, 'جنایی'])).toBe('۱۹۷۲ · جنایی')
  expect(factsLine([])).toBe('')
})

test('a series says how much of it there is', () => {
  const season = (count: number) => ({ episodes: Array.from({ length: count }) })
  expect(seasonsWords([season(7), season(13)])).toBe('۲\u00a0فصل · ۲۰\u00a0قسمت')
  expect(seasonsWords([season(0)])).toBe('۱\u00a0فصل')
  expect(seasonsWords([])).toBeUndefined()
})

test('countries and languages have Persian names, and a code nobody knows stays as it is', () => {
  expect(countryName('IR')).toBe('ایران')
  expect(languageName('ja')).toBe('ژاپنی')
  for (const odd of ['!!', 'nowhere-at-all', '🍿']) {
    expect(countryName(odd)).toBe(odd)
    expect(languageName(odd)).toBe(odd)
  }
})

test('a sight of the catalogue is called what a person would call it', () => {
  expect(sightName({ type: 'all', dubbed: false })).toBe('عنوان‌ها')
  expect(sightName({ type: 'movie', dubbed: true })).toBe('فیلم‌های دوبله')
  expect(sightName({ type: 'series', dubbed: true, genre: 'جنایی' })).toBe('سریال‌های دوبلهٔ جنایی')
  expect(sightName({ type: 'all', dubbed: false, genre: 'خانوادگی' })).toBe('عنوان‌های خانوادگی')
})
