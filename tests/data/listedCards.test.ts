import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { historyPull } from '#data/areas/history.ts'
import { title } from '#data/areas/titles.ts'
import { savedTitles, watchlistPull } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { fillPack } from '#data/pack/fillPack.ts'
import { createPackHold } from '#data/pack/packHold.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { putPictures, removePicture } from '#server/catalogue/storedPictures.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

const HASH = 'ab'.repeat(16)
const place = (titleId: number) => ({ kind: 'poster' as const, titleId, personId: null, season: 0, number: 0 })

let device: TestDevice
let caches: TestCaches
let card: TitleCard

beforeEach(async () => {
  caches = fakeCaches()
  device = await createDevice()
  const member = await device.registerMember()
  const [first] = await popularCards(device.server, 1)
  if (!first) throw new Error('the catalogue is empty')
  card = first
  await member.post(`/api/user/watchlist/${card.id}`, { saved: true })
  await member.post(`/api/user/history/${card.id}`, { position: 600, duration: 6000 })
  const picture = () => new Response(new Uint8Array(100), { headers: { 'Content-Type': 'image/avif' } })
  device.network = (path) => (path.startsWith('/media/') ? picture() : undefined)
  const mine = await personalDatabase()
  await watchlistPull.refresh(mine, {})
  await historyPull.refresh(mine, {})
})
afterEach(async () => {
  const { database } = device.server
  await removePicture(database, place(card.id), new Date())
  await database
    .update(titles)
    .set({ updatedAt: new Date(card.updatedAt ?? 0) })
    .where(eq(titles.id, card.id))
  await recordChange(database)
  caches.restore()
  await device.close()
})

async function replacePoster() {
  const { database } = device.server
  const facts = { hash: HASH, width: 780, height: 1170, bytes: 1000, color: '#336699' }
  await putPictures(database, [{ ...place(card.id), ...facts }], new Date())
  await recordChange(database)
}
const listedPosters = async () => {
  const mine = await personalDatabase()
  const rows = [await mine.watchlist.get(card.id), await mine.history.get(card.id)]
  return rows.map((row) => row?.title?.poster)
}

test.each([
  [
    'is opened',
    async () => {
      const read = title(card.id)
      await read.store(await read.fetch({}))
    },
  ],
  ['comes with the offline pack', () => fillPack({ signal: new AbortController().signal, hold: createPackHold() })],
])('shows a replaced poster in the lists once the title %s, and keeps the version of the rows', async (_, refresh) => {
  const versions = async () => [(await (await personalDatabase()).watchlist.get(card.id))?.version]
  const before = await versions()
  expect(await listedPosters()).toEqual([card.poster, card.poster])
  await replacePoster()
  // A list is not sent again when only the title changes.
  await watchlistPull.refresh(await personalDatabase(), {})
  expect(await listedPosters()).toEqual([card.poster, card.poster])
  await refresh()
  const [saved] = (await savedTitles())?.items ?? []
  expect(saved?.card.poster).toContain(HASH)
  expect(await listedPosters()).toEqual([saved?.card.poster, saved?.card.poster])
  expect(await versions()).toEqual(before)
})
