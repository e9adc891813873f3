import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { setPosition } from '#data/areas/history.ts'
import { markWatched } from '#data/areas/markWatched.ts'
import { title as titleRead } from '#data/areas/titles.ts'
import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { applySeriesRules } from '#data/downloads/applySeriesRules.ts'
import { inQueueOrder, isQueued, moveDownload } from '#data/downloads/downloadQueue.ts'
import {
  addDownload,
  addEpisodes,
  clearDownloads,
  deleteDownload,
  setDownloadLimit,
} from '#data/downloads/downloads.ts'
import { seasonOffer } from '#data/downloads/seasonOffer.ts'
import { endSeriesRule, ruleStates, setSeriesRule, WATCHED_GRACE } from '#data/downloads/seriesRules.ts'
import { clock } from '#data/platform/clock.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

let testCaches: TestCaches
const realNow = clock.now
const signal = new AbortController().signal

beforeEach(() => {
  testCaches = fakeCaches()
})
afterEach(async () => {
  clock.now = realNow
  await setDownloadLimit(undefined)
  testCaches.restore()
})

/** Opens the page of a series, so that the device knows its episodes. */
async function openSeries(): Promise<{ series: Title; card: TitleCard; episodes: number[] }> {
  const { data } = (await member.get('/api/titles/search?type=series&order_by=votes')).json
  const read = titleRead(data[0].id)
  const series = await read.fetch({ signal })
  await read.store(series)
  const episodes = series.seasons.flatMap((season) => season.episodes.map(({ id }) => id))
  expect(episodes.length).toBeGreaterThan(8)
  return { series, card: data[0], episodes }
}

const apply = async () => applySeriesRules(await personalDatabase(), signal)
const rows = async () => inQueueOrder(await (await personalDatabase()).keptVideos.toArray())
const episodesHere = async () => (await rows()).map(({ episodeId }) => episodeId)

/** Completes downloads as the fetcher's last transaction does. */
async function complete(changes: Partial<Download> = {}) {
  await (await personalDatabase()).keptVideos.toCollection().modify({ state: 'kept', ...changes })
}

test('keeps the next unwatched episodes, and replaces watched ones after the time of grace', async () => {
  const { card, episodes } = await openSeries()
  await markWatched(card, episodes.slice(0, 2), true)
  await setSeriesRule({ title: card, count: 3, quality: 720, dub: undefined })
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(2, 5))
  expect((await rows()).every(({ size, isAutomatic, quality }) => size > 0 && isAutomatic && quality === 720)).toBe(
    true,
  )
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(2, 5))

  await complete()
  await markWatched(card, [episodes[2] ?? 0], true)
  await apply()
  // The watched one stays beside the next three.
  expect(await episodesHere()).toEqual(episodes.slice(2, 6))
  const watchedAt = clock.now()
  clock.now = () => watchedAt + WATCHED_GRACE - 60_000
  const again = await apply()
  expect(await episodesHere()).toEqual(episodes.slice(2, 6))
  expect(again).toBeGreaterThan(clock.now())
  clock.now = () => watchedAt + WATCHED_GRACE + 60_000
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(3, 6))
})

test('the episodes of a rule come last and in order, also after the clock was set back', async () => {
  const { card, episodes } = await openSeries()
  await addDownload({
    fileId: 1,
    title: { ...card, id: 1 },
    season: null,
    episode: null,
    episodeId: null,
    quality: 720,
  })
  clock.now = () => realNow() - 86_400_000
  await setSeriesRule({ title: card, count: 3, quality: 720, dub: undefined })
  await apply()
  expect(await episodesHere()).toEqual([null, ...episodes.slice(0, 3)])
})

test('an episode that is no longer watched, or is played again, stays', async () => {
  const { card, episodes } = await openSeries()
  const [first = 0] = episodes
  await setSeriesRule({ title: card, count: 1, quality: 720, dub: undefined })
  await apply()
  await complete()
  const undo = await markWatched(card, [first], true)
  await apply()
  const begin = clock.now()
  await undo()
  await apply()
  clock.now = () => begin + 2 * WATCHED_GRACE
  await apply()
  expect(await episodesHere()).toContain(first)
  expect((await rows()).find(({ episodeId }) => episodeId === first)?.watchedSince).toBeUndefined()

  await markWatched(card, [first], true)
  await apply()
  clock.now = () => begin + 3 * WATCHED_GRACE
  await setPosition({
    titleId: card.id,
    card,
    fileId: null,
    episodeId: first,
    position: 900,
    duration: 3000,
    isLast: true,
  })
  clock.now = () => begin + 4 * WATCHED_GRACE
  await apply()
  expect(await episodesHere()).toContain(first)
})

test('a clock that was set back begins the grace again instead of removing an episode', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 1, quality: 720, dub: undefined })
  await apply()
  await complete()
  await markWatched(card, [episodes[0] ?? 0], true)
  const now = clock.now()
  clock.now = () => now + 10 * WATCHED_GRACE
  await apply()
  clock.now = () => now
  await apply()
  expect((await rows())[0]).toMatchObject({ episodeId: episodes[0], watchedSince: now })
})

test('what the user asked for is never removed by a rule', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 2, quality: 720, dub: undefined })
  await apply()
  const [first, second] = await rows()
  if (!first || !second) throw new Error('no downloads')
  // Asks for the first one again, and for the season's first two.
  await addDownload(first)
  await addEpisodes([second])
  await complete()
  await markWatched(card, episodes.slice(0, 2), true)
  const now = clock.now()
  await apply()
  clock.now = () => now + 2 * WATCHED_GRACE
  await apply()
  expect(await episodesHere()).toEqual(expect.arrayContaining(episodes.slice(0, 2)))
})

test('an episode whose download the user deleted is not downloaded again, until the rule is set anew', async () => {
  const { card, episodes } = await openSeries()
  const rule = { title: card, count: 2, quality: 720, dub: undefined }
  await setSeriesRule(rule)
  await apply()
  await deleteDownload((await rows())[0]?.fileId ?? 0)
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(1, 3))
  await setSeriesRule(rule)
  await apply()
  expect(new Set(await episodesHere())).toEqual(new Set(episodes.slice(0, 3)))
})

test('ending a rule keeps its downloads for good; deleting all downloads ends every rule', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 2, quality: 720, dub: undefined })
  await apply()
  await endSeriesRule(card.id)
  await markWatched(card, episodes.slice(0, 2), true)
  const now = clock.now()
  clock.now = () => now + 2 * WATCHED_GRACE
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(0, 2))

  await setSeriesRule({ title: card, count: 2, quality: 720, dub: undefined })
  await clearDownloads()
  await apply()
  expect([await rows(), await ruleStates(await personalDatabase())]).toEqual([[], []])
})

test('adds episodes in viewing order while they fit the limit, and the rest when it is raised', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 3, quality: 720, dub: undefined })
  await apply()
  const [size = 0] = (await rows()).map((row) => row.size)
  await clearDownloads()

  await setDownloadLimit(Math.floor(size * 1.5))
  await setSeriesRule({ title: card, count: 3, quality: 720, dub: undefined })
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(0, 1))
  await setDownloadLimit(undefined)
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(0, 3))
})

test('without a network nothing is added and nothing lost; it says when to ask again', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 2, quality: 720, dub: undefined })
  device.goOffline()
  expect(await apply()).toBeGreaterThan(clock.now())
  expect(await rows()).toEqual([])
  await device.reconnect({ all: true })
  await apply()
  expect(await episodesHere()).toEqual(episodes.slice(0, 2))
})

test('two passes at the same time add each episode once', async () => {
  const { card, episodes } = await openSeries()
  await setSeriesRule({ title: card, count: 3, quality: 720, dub: undefined })
  await Promise.all([apply(), apply()])
  expect(await episodesHere()).toEqual(episodes.slice(0, 3))
})

test('offers a season with its total size, and from the list of files on this device without a network', async () => {
  const { series, card } = await openSeries()
  const [season] = series.seasons
  if (!season) throw new Error('no season')
  const request = {
    title: card,
    episodes: season.episodes.map(({ id, number }) => ({ id, season: season.number, number })),
    dub: undefined,
  }
  const offer = await seasonOffer(request, signal)
  if (offer.state !== 'offered') throw new Error(offer.state)
  expect(offer.isOnline).toBe(true)
  expect(offer.episodes.map(({ id }) => id)).toEqual(season.episodes.map(({ id }) => id))
  const totals = offer.qualities.map(({ sizes }) => sizes.reduce<number>((sum, size) => sum + (size ?? Number.NaN), 0))
  expect(totals.length).toBeGreaterThan(1)
  expect(totals).toEqual(totals.toSorted((one, other) => other - one))

  device.goOffline()
  const later = await seasonOffer(request, signal)
  expect(later).toMatchObject({ state: 'offered', isOnline: false, episodes: offer.episodes, until: undefined })
  const unknown = { ...request, title: { ...card, id: card.id + 1 } }
  expect(await seasonOffer(unknown, signal)).toEqual({ state: 'offline' })
})

test('adds a whole season at once, in order, and leaves existing downloads as they are', async () => {
  const { series, card } = await openSeries()
  const target = (at: number) => ({
    fileId: 900 + at,
    title: card,
    season: 1,
    episode: at,
    episodeId: series.seasons[0]?.episodes[at]?.id ?? 0,
    quality: 720,
  })
  await addDownload({ ...target(1), quality: 480 })
  // The clock was set back.
  clock.now = () => realNow() - 86_400_000
  await addEpisodes([0, 1, 2].map(target))
  expect((await rows()).map(({ episode, quality }) => [episode, quality])).toEqual([
    [1, 480],
    [0, 720],
    [2, 720],
  ])
})

test('the queue keeps the order that the user gave it, and new downloads come last', async () => {
  const { card } = await openSeries()
  const target = (fileId: number) => ({
    fileId,
    title: card,
    season: 1,
    episode: fileId,
    episodeId: fileId,
    quality: 720,
  })
  await addEpisodes([1, 2, 3, 4].map(target))
  const queue = async () => (await rows()).filter(isQueued).map(({ fileId }) => fileId)
  await moveDownload(4, 1)
  expect(await queue()).toEqual([4, 1, 2, 3])
  await moveDownload(4, 2)
  expect(await queue()).toEqual([1, 2, 4, 3])
  await addDownload(target(5))
  expect(await queue()).toEqual([1, 2, 4, 3, 5])
  // Not in the queue any more: nothing moves.
  await (await personalDatabase()).keptVideos.update(2, { state: 'kept' })
  await moveDownload(5, 2)
  await moveDownload(2, 1)
  expect(await queue()).toEqual([1, 4, 3, 5])
})
