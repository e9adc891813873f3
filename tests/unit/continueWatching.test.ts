import { expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { continueItem } from '#data/areas/continueWatching.ts'
import type { Watched } from '#data/areas/history.ts'

const HOUR = 3_600
const episode = (id: number, number: number, airedAt: string | null = '2020-01-01') => ({
  id,
  number,
  titleFa: null,
  titleEn: null,
  runtime: null,
  airedAt,
  hasFilm: true,
  still: null,
})
const SEASONS = [
  { number: 1, episodes: [episode(11, 1), episode(12, 2)] },
  { number: 2, episodes: [episode(21, 1), episode(22, 2, '2999-01-01')] },
]

function watched(type: 'movie' | 'series', facts: Partial<Watched>): Watched {
  const title = { id: 7, type, titleFa: 'x', titleEn: 'x', path: '/titles/7/x', imdb: null } as TitleCard
  const mark = { fileId: null, episodeId: null, position: 600, duration: HOUR, watchedAt: '2026-01-01T00:00:00Z' }
  const item = { titleId: 7, title, ...mark, playedAt: mark.watchedAt, episodes: [], flags: [] }
  return { ...item, hidden: false, pending: false, ...facts }
}
const inEpisode = (episodeId: number, position: number, fileId: number | null = null) => {
  const mark = { fileId, episodeId, position, duration: HOUR, watchedAt: '2026-01-01T00:00:00Z' }
  return watched('series', { ...mark, episodes: [mark] })
}

test('continues a film in the file where playback began, unless only the credits remain', () => {
  expect(continueItem(watched('movie', { fileId: 70 }))).toMatchObject({ playId: 70, progress: 600 / HOUR })
  expect(continueItem(watched('movie', {}))).toMatchObject({ playId: 7 })
  expect(continueItem(watched('movie', { position: 5 }))).toBeUndefined()
  expect(continueItem(watched('movie', { position: HOUR - 60 }))).toBeUndefined()
})

test('offers no continuation for a title that the user hid', () => {
  expect(continueItem(watched('movie', { hidden: true }))).toBeUndefined()
})

test('continues a series in the current episode or the next one, across seasons', () => {
  expect(continueItem(inEpisode(11, 600, 110), SEASONS)).toMatchObject({
    playId: 110,
    episode: { id: 11 },
    progress: 600 / HOUR,
  })
  expect(continueItem(inEpisode(11, HOUR), SEASONS)).toMatchObject({ playId: 12, progress: undefined })
  expect(continueItem(inEpisode(12, HOUR), SEASONS)).toMatchObject({ playId: 21, episode: { season: 2, number: 1 } })
})

test('offers no continuation for a finished series or one that has barely begun', () => {
  expect(continueItem(inEpisode(21, HOUR), SEASONS)).toBeUndefined()
  expect(continueItem(inEpisode(22, HOUR), SEASONS)).toBeUndefined()
  expect(continueItem(inEpisode(11, 5), SEASONS)).toBeUndefined()
  // The second episode has barely begun, but the first was watched to the end.
  const begun = inEpisode(12, 5)
  const both = { ...begun, episodes: [...begun.episodes, ...inEpisode(11, HOUR).episodes] }
  expect(continueItem(both, SEASONS)).toMatchObject({ playId: 12, progress: undefined })
})

test('continues an unfinished episode and leaves the next one to the title page when the episodes are unknown', () => {
  expect(continueItem(inEpisode(11, 600))).toMatchObject({ playId: 11, episode: undefined })
  expect(continueItem(inEpisode(11, HOUR))).toMatchObject({ playId: undefined, episode: undefined })
})
