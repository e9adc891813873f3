import { expect, test } from 'vitest'
import { episodesInOrder, nextEpisode } from '#data/areas/nextEpisode.ts'
import { isWatched, resumeAt, watchedFraction } from '#data/areas/watchProgress.ts'

const FILM = 5_400

test('resumes from 20 s in until 2 minutes before the end', () => {
  const at = (position: number) => resumeAt({ position, duration: FILM })
  expect([0, 19.9, 20, 2_700, FILM - 120, FILM - 119, FILM].map(at)).toEqual([
    undefined,
    undefined,
    20,
    2_700,
    FILM - 120,
    undefined,
    undefined,
  ])
})

test('resumes a short film between its first and its last tenth', () => {
  const at = (position: number) => resumeAt({ position, duration: 60 })
  expect([5, 6, 30, 54, 55].map(at)).toEqual([undefined, 6, 30, 54, undefined])
})

test('does not resume from invalid positions or durations', () => {
  for (const mark of [
    { position: Number.NaN, duration: FILM },
    { position: 60, duration: 0 },
    { position: 60, duration: Number.NaN },
    { position: -1, duration: FILM },
    { position: FILM * 2, duration: FILM },
  ])
    expect(resumeAt(mark)).toBeUndefined()
  expect(watchedFraction({ position: Number.NaN, duration: FILM })).toBeUndefined()
})

test('counts a title as watched when only the credits remain', () => {
  expect(isWatched({ position: FILM - 119, duration: FILM })).toBe(true)
  expect(watchedFraction({ position: FILM - 119, duration: FILM })).toBe(1)
  expect(isWatched({ position: FILM - 121, duration: FILM })).toBe(false)
  expect(watchedFraction({ position: FILM / 2, duration: FILM })).toBe(0.5)
})

const episode = (id: number, number: number) => ({
  id,
  number,
  titleFa: null,
  titleEn: null,
  runtime: null,
  airedAt: null,
  hasFilm: true,
  still: null,
})
const SEASONS = [
  { number: 0, episodes: [episode(90, 1)] },
  { number: 2, episodes: [episode(21, 1)] },
  { number: 1, episodes: [episode(12, 2), episode(11, 1)] },
]

test('orders the next episode across seasons and puts specials last', () => {
  expect(episodesInOrder(SEASONS).map(({ id }) => id)).toEqual([11, 12, 21, 90])
  expect(nextEpisode(SEASONS, 11)).toMatchObject({ id: 12, season: 1 })
  expect(nextEpisode(SEASONS, 12)).toMatchObject({ id: 21, season: 2 })
  expect(nextEpisode(SEASONS, 90)).toBeUndefined()
  expect(nextEpisode(SEASONS, 404)).toBeUndefined()
  expect(nextEpisode([], 11)).toBeUndefined()
})
