import { afterEach, beforeEach, expect, test } from 'vitest'
import { refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'
import { collections } from '#data/areas/collections.ts'
import { genreTiles } from '#data/areas/genres.ts'
import { comingSoon } from '#data/areas/titles.ts'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'

const soon = comingSoon({ type: 'all', page: 1 })

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  device.sent.length = 0
})
afterEach(() => device.close())

const run = () => refreshOfflineCopies(new AbortController().signal)
const isDone = async () => (await database.meta.get('freshenedAt')) !== undefined

test('refreshes upcoming titles and the lists of the menu when a list is refused', async () => {
  device.network = (path) =>
    path.startsWith('/api/notifications') || path.startsWith('/api/user/')
      ? Response.json({ message: '', code: 'forbidden' }, { status: 403 })
      : undefined
  await run()
  for (const read of [soon, genreTiles(), collections()]) expect(await read.look()).toBeDefined()
  expect(await isDone()).toBe(true)
})

test('starts again next time when the network is lost', async () => {
  device.network = (path) => {
    if (!path.startsWith('/api/titles/')) return undefined
    throw new TypeError('Failed to fetch')
  }
  await run()
  expect(await isDone()).toBe(false)
  device.goOnline()
  await run()
  expect(await soon.look()).toBeDefined()
  expect(await isDone()).toBe(true)
})

test.each([true, false])(
  'is not marked as done when the server was never reached (data saving: %s)',
  async (isSavingData) => {
    await storeDataSaver(isSavingData)
    device.goOffline()
    await run()
    expect(await isDone()).toBe(false)
    device.network = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })
    await run()
    expect(await isDone()).toBe(false)
    device.goOnline()
    await run()
    expect(await isDone()).toBe(true)
  },
)
