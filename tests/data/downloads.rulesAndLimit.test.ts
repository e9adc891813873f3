import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { setPosition, watchedState } from '#data/areas/history.ts'
import { title } from '#data/areas/titles.ts'
import { liveQuery } from '#data/database/liveQuery.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { applySeriesRules } from '#data/downloads/applySeriesRules.ts'
import { startDownloadManager } from '#data/downloads/downloadManager.ts'
import { setDownloadLimit } from '#data/downloads/downloads.ts'
import { endSeriesRule, restoreSeriesRule, ruleStates, seriesRule, setSeriesRule } from '#data/downloads/seriesRules.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeAll(async () => {
  device = await createDevice()
})
afterAll(() => device.close())

/** Signs a new user in and gives a series a rule; returns the series. */
async function startRule(count: number) {
  await device.registerMember()
  const series = (await popularCards(device.server, 100)).find(({ type }) => type === 'series')
  if (!series) throw new Error('the catalogue has no series')
  const page = title(series.id)
  await page.store(await page.fetch({}))
  await setSeriesRule({ title: series, count, quality: 720, dub: undefined })
  return series
}

const applyRules = async () => applySeriesRules(await personalDatabase(), new AbortController().signal)
const episodes = async () => (await personalDatabase()).keptVideos.toArray()

test('notes on a rule that its next episode does not fit the limit, until it fits', async () => {
  const { id } = await startRule(2)
  await setDownloadLimit(1)
  await applyRules()
  expect(await episodes()).toEqual([])
  expect((await seriesRule(id))?.exceedsLimit).toBe(true)

  await setDownloadLimit(undefined)
  await applyRules()
  expect(await episodes()).toHaveLength(2)
  expect((await seriesRule(id))?.exceedsLimit).toBe(false)
})

test('looks at the rules again when one of their series is played, and not for another title', async () => {
  const series = await startRule(2)
  const [film] = (await popularCards(device.server, 100)).filter(({ type }) => type === 'movie')
  if (!film) throw new Error('the catalogue has no film')
  const database = await personalDatabase()
  let looks = 0
  const rules = liveQuery(async () => {
    looks += 1
    return ruleStates(database)
  }).subscribe(() => undefined)
  const shown = new Map<number, number>()
  const positions = [film, series].map(({ id }) =>
    liveQuery(async () => watchedState(id)).subscribe((watched) => shown.set(id, watched?.position ?? 0)),
  )
  const play = async (card: TitleCard) => {
    await setPosition({
      ...{ titleId: card.id, card, fileId: null, episodeId: null, position: 100, duration: 5400, earlier: [] },
      isLast: false,
    })
    // All live queries hear of a commit at the same time.
    await vi.waitFor(() => expect(shown.get(card.id)).toBe(100))
  }
  await vi.waitFor(() => expect([looks, shown.size]).toEqual([1, 2]))
  await play(film)
  expect(looks).toBe(1)
  await play(series)
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1))
  expect(looks).toBe(2)
  for (const subscription of [rules, ...positions]) subscription.unsubscribe()
})

test('asks for the files of a series again when the limit changes, and not when it is played', async () => {
  const series = await startRule(2)
  await setDownloadLimit(1)
  const files = `GET /api/titles/${series.id}/files`
  let own = 0
  /** Counts the manager's requests for the files. Repeats a pass of the test until the manager sends none meanwhile. */
  const asked = async (): Promise<number> => {
    const count = () => device.sent.filter((request) => request === files).length - own
    const before = count()
    await applyRules()
    own += 1
    return count() === before ? before : asked()
  }
  device.sent.length = 0
  const database = await personalDatabase()
  let looks = 0
  const rules = liveQuery(async () => ruleStates(database)).subscribe(() => {
    looks += 1
  })
  const manager = startDownloadManager()
  try {
    await expect.poll(asked).toBeGreaterThan(0)
    const [before, looksBefore] = [await asked(), looks]
    const [episode] = (await ruleStates(database))[0]?.missing ?? []
    if (!episode) throw new Error('the rule asks for nothing')
    await setPosition({
      ...{ titleId: series.id, card: series, fileId: null, episodeId: episode.id, position: 100, duration: 5400 },
      ...{ earlier: [], isLast: false },
    })
    await expect.poll(() => looks).toBeGreaterThan(looksBefore)
    expect(await asked()).toBe(before)
    await setDownloadLimit(2)
    await expect.poll(asked).toBeGreaterThan(before)
  } finally {
    manager.stop()
    rules.unsubscribe()
    await setDownloadLimit(undefined)
  }
})

test('restores an ended rule with the downloads that it added, and leaves a new rule of the series alone', async () => {
  const series = await startRule(2)
  await applyRules()
  const [first, second] = await episodes()
  if (!first || !second) throw new Error('the rule added nothing')
  const ended = await endSeriesRule(series.id)
  if (!ended) throw new Error('there was no rule')
  expect((await episodes()).map(({ isAutomatic }) => isAutomatic)).toEqual([undefined, undefined])
  // Another run: the user deleted the episode and added it again meanwhile.
  await (await personalDatabase()).keptVideos.update(second.fileId, { run: 'another' })
  await restoreSeriesRule(ended)
  expect(await seriesRule(series.id)).toEqual(ended.rule)
  const restored = new Map((await episodes()).map(({ fileId, isAutomatic }) => [fileId, isAutomatic]))
  expect(restored.get(first.fileId)).toBe(true)
  expect(restored.get(second.fileId)).toBeUndefined()

  expect(await endSeriesRule(series.id)).toBeDefined()
  expect(await endSeriesRule(series.id)).toBeUndefined()
  await setSeriesRule({ title: series, count: 5, quality: 480, dub: undefined })
  await restoreSeriesRule(ended)
  expect(await seriesRule(series.id)).toMatchObject({ count: 5, quality: 480 })
})
