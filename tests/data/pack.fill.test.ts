import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STALE_TIME } from '#contract/limits.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { TitlePack } from '#contract/titlePack.ts'
import { collection, collectionTitles } from '#data/areas/collections.ts'
import { historyPull } from '#data/areas/history.ts'
import { person } from '#data/areas/people.ts'
import { cachedSeasons, directorTitles, openedTitles, similarTitles, title, titleSearch } from '#data/areas/titles.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { evictExpired } from '#data/database/evictExpired.ts'
import { freeSpace } from '#data/database/eviction.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { fillPack } from '#data/pack/fillPack.ts'
import { listedTitles, listedTitlesInOrder } from '#data/pack/listedTitles.ts'
import { createPackHold } from '#data/pack/packHold.ts'
import { packProgress } from '#data/pack/packProgress.ts'
import {
  packPictures,
  picturesForScreen,
  setPackNetworks,
  setPackPaused,
  storePackPictures,
} from '#data/pack/packSettings.ts'
import { PACK_CACHE } from '#data/platform/cacheNames.ts'
import { clock } from '#data/platform/clock.ts'
import { signOut } from '#data/session/signOut.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

const DAY = 86_400_000
const realNow = clock.now

let device: TestDevice
let member: Member
let caches: TestCaches
let cards: TitleCard[]
/** A fault of the network: called with each path that leaves the device. */
let fault: (path: string) => Response | undefined

beforeEach(async () => {
  caches = fakeCaches()
  device = await createDevice()
  member = await device.registerMember()
  cards = await popularCards(device.server, 6)
  // Saved and watched on another device.
  for (const { id } of cards.slice(0, 4)) await member.post(`/api/user/watchlist/${id}`, { saved: true })
  for (const { id } of cards.slice(3)) await member.post(`/api/user/history/${id}`, { position: 600, duration: 6000 })
  await pull()
  fault = () => undefined
  device.network = (path) => fault(path) ?? (path.startsWith('/media/') ? picture() : undefined)
  device.sent.length = 0
})
afterEach(async () => {
  clock.now = realNow
  caches.restore()
  await device.close()
})

async function pull() {
  const mine = await personalDatabase()
  await watchlistPull.refresh(mine, {})
  await historyPull.refresh(mine, {})
}

const picture = () => new Response(new Uint8Array(100), { headers: { 'Content-Type': 'image/avif' } })
const fill = (signal = new AbortController().signal) => fillPack({ signal, hold: createPackHold() })
const bulkCalls = () => device.sent.filter((line) => line.startsWith('GET /api/titles?'))
const storedPictures = () => caches.all()[PACK_CACHE] ?? []
const readyIds = async () => (await database.packStates.where('ready').equals(2).primaryKeys()).toSorted(ascending)
const ascending = (one: number, other: number) => one - other
const allIds = () => cards.map(({ id }) => id).toSorted(ascending)

test('opens every saved and watched title offline after one bulk call', async () => {
  expect(await fill()).toBe('complete')
  expect(bulkCalls()).toHaveLength(1)
  device.goOffline()
  for (const card of cards) {
    const page = await title(card.id).look()
    expect(page?.data.titleEn).toBe(card.titleEn)
    // A packed page has no like of the user, so that a screen asks for it.
    expect(page?.at).toBeLessThanOrEqual(clock.now() - STALE_TIME)
    expect((await similarTitles(card.id).look())?.data.length).toBeGreaterThan(0)
    expect(await directorTitles(card.id).look()).toBeDefined()
    const of = page?.data.collection
    if (!of) continue
    expect((await collection(of.id).look())?.data.titleFa).toBe(of.titleFa)
    const members = await collectionTitles(of.id, { order: 'own', page: 1 }).look()
    expect(members?.data.data.map(({ id }) => id)).toContain(card.id)
  }
  expect(await openedTitles(allIds())).toEqual(new Set(allIds()))
  expect([...(await cachedSeasons(allIds())).keys()].toSorted(ascending)).toEqual(allIds())
  expect(await packProgress()).toMatchObject({ total: 6, ready: 6, hindrance: undefined })
  expect(storedPictures()).toHaveLength(12)
})

test('lists every watched title, also beyond those in progress that come first', async () => {
  const mine = await personalDatabase()
  const [row] = await mine.history.toArray()
  if (!row) throw new Error('nothing was watched')
  const watchedIds = Array.from({ length: 100 }, (_, at) => 1_000_000 + at)
  await mine.history.bulkPut(watchedIds.map((titleId) => ({ ...row, titleId })))
  const expected = [...allIds(), ...watchedIds].toSorted(ascending)
  expect((await listedTitlesInOrder(mine)).toSorted(ascending)).toEqual(expected)
  expect((await listedTitles(mine)).all.toSorted(ascending)).toEqual(expected)
})

test('a second pass sends nothing, and one on the next day fetches only what changed', async () => {
  await fill()
  device.sent.length = 0
  await fill()
  expect(device.sent).toEqual([])
  clock.now = () => realNow() + 1.5 * DAY
  await fill()
  expect(bulkCalls()).toHaveLength(1)
  expect(device.sent.filter((line) => line.includes('/media/'))).toEqual([])
  const [call = ''] = bulkCalls()
  const { json } = await member.get(call.slice('GET '.length))
  expect(json).toMatchObject({ data: [], cards: [] })
  expect(json.unchanged.toSorted(ascending)).toEqual(allIds())
})

test('people and genres of the packed pages open with the packed titles', async () => {
  await fill()
  const [first] = cards
  const page = (await title(first?.id ?? 0).look())?.data
  const [actor] = page?.cast ?? []
  const found = await person(actor?.id ?? 0, { role: 'actor', order: 'newest', page: 1 }).partial?.()
  expect(found?.data).toMatchObject({ id: actor?.id, fullnameEn: actor?.fullnameEn })
  expect(found?.data.titles.map(({ id }) => id)).toContain(first?.id)
  const genre = page?.genres[0]?.id ?? 0
  const ofGenre = await titleSearch({ order_by: 'newest', genre }).partial?.()
  expect(ofGenre?.data.map(({ id }) => id)).toContain(first?.id)
  expect(await person(1, { role: undefined, order: 'newest', page: 1 }).partial?.()).toBeUndefined()
})

test('a pass that is killed at any request continues there and fetches no picture twice', async () => {
  for (let killAt = 1; ; killAt++) {
    const kill = new AbortController()
    let count = 0
    fault = () => {
      count++
      if (count === killAt) kill.abort()
      return undefined
    }
    device.sent.length = 0
    const outcome = await fill(kill.signal)
    fault = () => undefined
    if (outcome === 'complete' && count < killAt) break
    expect(await fill()).toBe('complete')
    expect(await readyIds()).toEqual(allIds())
    const fetched = device.sent.filter((line) => line.includes('/media/'))
    // Requests without an answer at the kill are sent again, one per lane.
    expect(fetched.length - new Set(fetched).size).toBeLessThanOrEqual(6)
    await clear()
  }
})

test('a pass that is killed at any commit continues there', async () => {
  for (let killAt = 1; ; killAt++) {
    const kill = new AbortController()
    let count = 0
    const count1 = () => {
      count++
      if (count === killAt) kill.abort()
    }
    Dexie.on('storagemutated', count1)
    const outcome = await fill(kill.signal)
    Dexie.on.storagemutated.unsubscribe(count1)
    if (outcome === 'complete' && count < killAt) break
    expect(await fill()).toBe('complete')
    expect(await readyIds()).toEqual(allIds())
    await clear()
  }
})

async function clear() {
  await globalThis.caches.delete(PACK_CACHE)
  for (const table of [database.packStates, database.packPages, database.packCards, database.packCollections])
    await table.clear()
}

test('a malformed, missing, doubled or reordered title costs that title alone', async () => {
  const [malformed, missing] = cards
  const { json } = await member.get(`/api/titles?ids=${allIds().join()}`)
  const pack: TitlePack = json
  const others = pack.data.filter(({ id }) => id !== missing?.id)
  const data = [...others, ...others].toReversed().map((one) => (one.id === malformed?.id ? { ...one, title: 7 } : one))
  fault = (path) => (path.startsWith('/api/titles?') ? Response.json({ ...pack, data: [null, ...data] }) : undefined)
  expect(await fill()).toBe('complete')
  expect(await readyIds()).toEqual(allIds().filter((id) => id !== malformed?.id && id !== missing?.id))
  expect(await packProgress()).toMatchObject({ total: 6, ready: 4 })
  fault = () => undefined
  device.sent.length = 0
  await fill()
  expect(bulkCalls()).toEqual([])
  clock.now = () => realNow() + DAY / 12
  await fill()
  expect(await readyIds()).toEqual(allIds())
})

test.each([404, 405])('asks a server that answers %i to the bulk read with single calls for a day', async (status) => {
  fault = (path) => (path.startsWith('/api/titles?') ? Response.json({ message: '' }, { status }) : undefined)
  expect(await fill()).toBe('complete')
  expect(await readyIds()).toEqual(allIds())
  expect(bulkCalls()).toHaveLength(1)
  expect((await similarTitles(cards[0]?.id ?? 0).look())?.data.length).toBeGreaterThan(0)
  clock.now = () => realNow() + 7.5 * DAY
  fault = () => undefined
  await fill()
  expect(bulkCalls()).toHaveLength(2)
})

test('deletes the page and pictures of a title that left all lists, and keeps one that is on another list', async () => {
  await fill()
  const [gone, , , onBoth] = cards
  for (const one of [gone, onBoth]) await member.post(`/api/user/watchlist/${one?.id}`, { saved: false })
  await pull()
  await fill()
  expect(await readyIds()).toEqual(allIds().filter((id) => id !== gone?.id))
  expect(await database.packPages.get(gone?.id ?? 0)).toBeUndefined()
  expect(storedPictures()).toHaveLength(10)
  const shown = new Set((await database.packStates.toArray()).flatMap((state) => state.cards))
  expect(new Set(await database.packCards.toCollection().primaryKeys())).toEqual(shown)
})

test('a title that was just saved here is packed before the server has acknowledged it', async () => {
  const [, , , , , , extra] = await popularCards(device.server, 7)
  if (!extra) throw new Error('the small catalogue is too small')
  await setSaved({ titleId: extra.id, saved: true, card: extra })
  await fill()
  expect(await readyIds()).toContain(extra.id)
})

test('eviction and a full device leave the pages; lost pictures are fetched again', async () => {
  await fill()
  clock.now = () => realNow() + 60 * DAY
  await evictExpired()
  await freeSpace()
  expect(await openedTitles(allIds())).toEqual(new Set(allIds()))
  expect(storedPictures()).toEqual([])
  clock.now = realNow
  await fill()
  expect(storedPictures()).toHaveLength(12)
})

test('stops on a full device, says so, and continues when there is space', async () => {
  caches.room = 450
  expect(await fill()).toBe('stopped')
  expect(await packProgress()).toMatchObject({ total: 6, hindrance: 'full' })
  expect(await openedTitles(allIds())).toEqual(new Set(allIds()))
  caches.room = Number.POSITIVE_INFINITY
  expect(await fill()).toBe('complete')
  expect(await packProgress()).toMatchObject({ ready: 6, hindrance: undefined })
})

test('sign-out deletes the pack, and a running pass does not write it again', async () => {
  let left: Promise<unknown> | undefined
  const { fetch: send } = globalThis
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init)
    if (!String(input).includes('/media/')) return answer
    // Pictures arrive after the sign-out, however many requests that takes.
    left ??= signOut({ keepData: false })
    await left
    return answer
  }
  expect(await fill()).toBe('stopped')
  expect(await fill()).toBe('off')
  for (const table of [database.packStates, database.packPages, database.packCards, database.packCollections])
    expect(await table.count()).toBe(0)
})

test('does nothing while paused or switched off, and leaves out pictures with the data saver', async () => {
  await setPackPaused(true)
  expect(await fill()).toBe('off')
  await setPackPaused(false)
  await setPackNetworks('never')
  expect(await fill()).toBe('off')
  expect(device.sent).toEqual([])
  await setPackNetworks('always')
  await storeDataSaver(true)
  expect(await fill()).toBe('complete')
  expect(storedPictures()).toEqual([])
  expect(await packProgress()).toMatchObject({ total: 6, ready: 6, isWithoutPictures: true })
  await storeDataSaver(undefined)
  await fill()
  expect(storedPictures()).toHaveLength(12)
})

test('sends nothing while a screen holds it', async () => {
  const hold = createPackHold()
  hold.hold()
  let isWaiting: () => void
  const waiting = new Promise<void>((begun) => {
    isWaiting = begun
  })
  const whenFree: typeof hold.whenFree = (signal) => {
    isWaiting()
    return hold.whenFree(signal)
  }
  const filling = fillPack({ signal: new AbortController().signal, hold: { ...hold, whenFree } })
  await waiting
  // Longer than the pass takes to send its first request.
  await packProgress()
  expect(device.sent).toEqual([])
  hold.release()
  expect(await filling).toBe('complete')
})

test('fetches posters nearly as wide as a card, and keeps wider ones of the same format', async () => {
  const widths = [1, 2, 3].map((density) => picturesForScreen(360, density, 'avif').poster)
  expect(widths).toEqual([185, 185, 342])
  await storePackPictures(picturesForScreen(360, 3, 'avif'))
  await storePackPictures(picturesForScreen(360, 2, 'avif'))
  expect(await packPictures()).toEqual({ poster: 342, backdrop: 480, format: 'avif' })
  await storePackPictures(picturesForScreen(360, 2, 'webp'))
  expect(await packPictures()).toEqual({ poster: 185, backdrop: 480, format: 'webp' })
})
