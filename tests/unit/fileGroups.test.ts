import { expect, test } from 'vitest'
import type { File } from '#contract/files.ts'
import { availableFilters, filterFiles, readFilesAddress, resolveFilters } from '#features/files/filesSearch.ts'
import { groupFiles, heightOf } from '#features/files/groupFiles.ts'

let last = 0
function file(facts: Partial<File>): File {
  last += 1
  return {
    id: last,
    titleId: 7,
    episodeId: null,
    season: null,
    episode: null,
    quality: '720p',
    codec: 'H.264',
    language: 'original',
    sizeBytes: 1000,
    durationSeconds: 60,
    stream: null,
    download: null,
    name: null,
    subtitles: [],
    locked: false,
    needs: null,
    expiresAt: null,
    ...facts,
  }
}
const named = (id: number, number: number) => ({
  id,
  number,
  titleFa: `${id}`,
  titleEn: null,
  runtime: null,
  airedAt: null,
  hasFilm: true,
  still: null,
})

test('sorts the versions of a film by quality, language, codec and size', () => {
  const files = [
    file({ id: 1, quality: '480p', language: 'dubbed' }),
    file({ id: 2, quality: '1080p', language: 'original' }),
    file({ id: 3, quality: '1080p', language: 'dubbed', codec: 'H.265' }),
    file({ id: 4, quality: '1080p', language: 'dubbed', codec: 'H.264', sizeBytes: 1 }),
    file({ id: 5, quality: '1080p', language: 'dubbed', codec: 'H.264', sizeBytes: 2 }),
    file({ id: 6, quality: '4K', language: 'subtitled' }),
    file({ id: 7, quality: 'CAM', language: 'dubbed' }),
  ]
  const [season, ...others] = groupFiles(files, [])
  expect(others).toEqual([])
  expect(season).toMatchObject({ number: null, episodes: [{ episodeId: null, number: null }] })
  expect(season?.episodes[0]?.files.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1, 7])
  expect(['2160p', '4K', '1080p', 'CAM', ''].map(heightOf)).toEqual([2160, 2160, 1080, 0, 0])
})

test('groups a series by season and episode, with files of unknown season last', () => {
  const seasons = [{ number: 1, episodes: [named(11, 1), named(12, 2)] }]
  const files = [
    file({ id: 1, season: null }),
    file({ id: 2, season: 0, episode: 1, episodeId: 90 }),
    file({ id: 3, season: 2, episode: 1, episodeId: 21 }),
    file({ id: 4, season: 1, episode: 10, episodeId: 19 }),
    file({ id: 5, season: 1, episode: 2, episodeId: 12 }),
    // Another backend may send only the episode id.
    file({ id: 6, episodeId: 11 }),
  ]
  const groups = groupFiles(files, seasons)
  expect(groups.map(({ number }) => number)).toEqual([1, 2, 0, null])
  expect(groups[0]?.episodes.map(({ number, titleFa }) => [number, titleFa])).toEqual([
    [1, '11'],
    [2, '12'],
    [10, null],
  ])
})

test('reads valid filters from the address and ignores invalid ones', () => {
  expect(readFilesAddress({ season: '2', quality: ' 1080P', language: 'Dubbed' })).toEqual({
    season: 2,
    quality: '1080p',
    language: 'dubbed',
  })
  expect(readFilesAddress({ season: '۳', quality: 720 })).toMatchObject({ season: 3, quality: '720' })
  const nothing = { season: undefined, quality: undefined, language: undefined }
  for (const raw of [
    {},
    { season: 'x', quality: '<b>', language: 'klingon' },
    { season: -1, quality: ['1080p'], language: {} },
    { season: Number.POSITIVE_INFINITY, quality: 'a'.repeat(50), language: null },
  ])
    expect(readFilesAddress(raw)).toEqual(nothing)
})

test('drops filters that the title does not offer and never filters to an empty list', () => {
  const files = [
    file({ quality: '480p', language: 'dubbed' }),
    file({ quality: '1080p', language: 'original' }),
    file({ quality: '1080p', language: 'subtitled' }),
  ]
  const offered = availableFilters(files)
  expect(offered).toEqual({ qualities: ['1080p', '480p'], languages: ['dubbed', 'subtitled', 'original'] })
  expect(resolveFilters({ quality: '1080', language: 'dubbed' }, offered)).toEqual({
    quality: '1080p',
    language: 'dubbed',
  })
  expect(resolveFilters({ quality: '2160p', language: 'all' }, offered)).toEqual({ quality: 'all', language: 'all' })
  // Both filters match files, but no file matches both: the language filter wins.
  expect(filterFiles(files, { quality: '1080p', language: 'dubbed' })).toEqual([files[0]])
  expect(filterFiles(files, { quality: '1080p', language: 'all' })).toHaveLength(2)
  const only = availableFilters([file({ quality: '720p', language: 'original' })])
  expect(resolveFilters({ quality: '720p', language: 'original' }, only)).toEqual({ quality: 'all', language: 'all' })
})
