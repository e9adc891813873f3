import { afterAll, beforeAll, expect, test } from 'vitest'
import { title } from '#data/areas/titles.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { applySeriesRules } from '#data/downloads/applySeriesRules.ts'
import { setDownloadLimit } from '#data/downloads/downloads.ts'
import { endSeriesRule, restoreSeriesRule, seriesRule, setSeriesRule } from '#data/downloads/seriesRules.ts'
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
