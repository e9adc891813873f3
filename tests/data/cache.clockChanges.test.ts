import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hydrateQueries, storeHydrationData } from '#app/hydrationData.ts'
import { createQueryClient, persistInitialQueries } from '#app/queryClient.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow, title, titleSearch } from '#data/areas/titles.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { clock } from '#data/platform/clock.ts'
import { PERSISTED_QUERIES_KEY } from '#data/platform/persistedQueries.ts'
import { readQuery, startRead } from '#data/react/readHooks.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'

const YEAR = 365 * 86_400_000

let device: TestDevice
let stop: (() => void) | undefined
beforeEach(async () => {
  device = await createDevice()
})
afterEach(async () => {
  stop?.()
  localStorage.removeItem(PERSISTED_QUERIES_KEY)
  clock.now = Date.now
  await device.close()
})

const callsTo = (path: string) => device.sent.filter((line) => line.startsWith(`GET ${path}`)).length

test('shows a cached title and refetches it after the clock was set back', async () => {
  const card = await popularCard(device.server)
  const read = title(card.id)
  await read.store(await read.fetch({}))
  await database.titles.toCollection().modify({ at: clock.now() + YEAR })
  device.sent.length = 0
  const client = createQueryClient()
  await startRead(client, read)
  expect(client.getQueryState(read.key)).toMatchObject({ status: 'success', dataUpdatedAt: 0 })
  await vi.waitFor(() => expect(client.getQueryState(read.key)?.dataUpdatedAt).toBeGreaterThan(0))
  expect(callsTo(`/api/titles/${card.id}`)).toBe(1)
})

test('restores the persisted first screen and refetches it after the clock was set back', async () => {
  const read = genres()
  const before = createQueryClient()
  before.setQueryData<unknown>(read.key, await read.fetch({}), { updatedAt: clock.now() + YEAR })
  stop = persistInitialQueries(before)
  before.setQueryData<unknown>(read.key, await read.fetch({}), { updatedAt: clock.now() + YEAR })
  await vi.waitFor(() => expect(localStorage.getItem(PERSISTED_QUERIES_KEY)).toContain('genres'), 4000)
  stop?.()
  device.sent.length = 0
  const client = createQueryClient()
  stop = persistInitialQueries(client)
  await vi.waitFor(() => expect(client.getQueryState(read.key)).toMatchObject({ status: 'success', dataUpdatedAt: 0 }))
  await client.prefetchQuery(readQuery(read))
  expect(callsTo('/api/genres')).toBe(1)
})

test('refetches data in memory after the clock was set back under an open app', async () => {
  const read = genres()
  const client = createQueryClient()
  await client.prefetchQuery(readQuery(read))
  await client.prefetchQuery(readQuery(read))
  expect(callsTo('/api/genres')).toBe(1)
  clock.now = () => Date.now() - YEAR
  await client.prefetchQuery(readQuery(read))
  expect(callsTo('/api/genres')).toBe(2)
})

test('ignores the age of a prerendered page from a clock a year ahead, but accepts one a few minutes ahead', async () => {
  const content = {
    slides: await slideshow().fetch({}),
    titles: await titleSearch({ order_by: 'newest' }).fetch({}),
    genres: await genres().fetch({}),
  }
  const ageOf = (at: number) => {
    const client = createQueryClient()
    hydrateQueries(client, { at, ...content })
    return client.getQueryState(genres().key)?.dataUpdatedAt
  }
  expect(ageOf(clock.now() + YEAR)).toBe(0)
  expect(clock.now() - (ageOf(clock.now() + 300_000) ?? 0)).toBeLessThan(60_000)
  storeHydrationData({ at: clock.now() + YEAR, ...content })
  expect(await genres().look()).toBeUndefined()
})
