import { expect, test } from 'vitest'
import { releaseDays, releasesOf, UNDATED } from '#data/areas/releases.ts'
import { episodesLines } from '#text/calendar.ts'

const episode = (id: number, airedAt: string | null, number = id) => ({
  ...{ id, number, airedAt, titleFa: `قسمت ${id}`, titleEn: null, runtime: null, hasFilm: false, still: null },
})
const untitled = (season: number, number: number) => ({ season, number, titleFa: null, titleEn: null })

test('episodes of one day are one release, in the order of the days', () => {
  const seasons = [
    { number: 1, episodes: [episode(1, '2026-12-08'), episode(2, '2026-12-01T20:00:00Z'), episode(3, null)] },
    { number: 2, episodes: [episode(4, '2026-12-08'), episode(5, 'soon')] },
  ]
  const releases = releasesOf({ seasons, releasedAt: '2020-01-01' })
  expect(releases.map(({ day, episodes }) => [day, episodes.map(({ id }) => id)])).toEqual([
    ['2026-12-01', [2]],
    ['2026-12-08', [1, 4]],
  ])
  expect(releases[1]?.episodes.map(({ season }) => season)).toEqual([1, 2])
})

test('a film, and a series whose episodes have no day, come out themselves', () => {
  expect(releasesOf({ seasons: [], releasedAt: '2026-12-18' })).toEqual([{ day: '2026-12-18', episodes: [] }])
  const seasons = [{ number: 1, episodes: [episode(1, null)] }]
  expect(releasesOf({ seasons, releasedAt: '2026-12-18' })).toEqual([{ day: '2026-12-18', episodes: [] }])
  expect(releasesOf({ seasons, releasedAt: null })).toEqual([])
})

test('only an announced title without a day is undated', () => {
  expect(releaseDays({ seasons: [], releasedAt: null, isComing: true })).toEqual([UNDATED])
  expect(releaseDays({ seasons: [], releasedAt: null, isComing: undefined })).toEqual([])
})

test('the latest days of a long series are stored', () => {
  const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
  const episodes = Array.from({ length: 300 }, (_, at) => episode(at, dayAt(at)))
  const days = releaseDays({ seasons: [{ number: 1, episodes }], releasedAt: null, isComing: undefined })
  expect(days).toHaveLength(70)
  expect(days.at(-1)).toBe(dayAt(299))
})

test('episodes are named singly, as a list and as a range', () => {
  expect(episodesLines([{ ...untitled(2, 3), titleFa: 'بازگشت' }])).toEqual(['فصل ۲، قسمت ۳: بازگشت'])
  expect(episodesLines([{ ...untitled(2, 3), titleEn: 'Return' }])).toEqual(['فصل ۲، قسمت ۳: Return'])
  expect(episodesLines([untitled(2, 3)])).toEqual(['فصل ۲، قسمت ۳'])
  expect(episodesLines([untitled(1, 2), untitled(1, 1)])).toEqual(['فصل ۱، قسمت‌های ۱ و ۲'])
  expect(episodesLines([1, 2, 3, 4].map((number) => untitled(1, number)))).toEqual(['فصل ۱، قسمت‌های ۱ تا ۴'])
  // Engines put different marks between the numbers.
  expect(episodesLines([1, 2, 3, 5].map((number) => untitled(1, number)))[0]).toMatch(/^فصل ۱، قسمت‌های ۱.+۲.+۳.+۵$/)
  expect(episodesLines([untitled(1, 10), untitled(2, 1)])).toEqual(['فصل ۱، قسمت ۱۰', 'فصل ۲، قسمت ۱'])
})
