import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { historyPull, removeFromHistory, watchedState } from '#data/areas/history.ts'
import { recordPositions } from '#data/areas/recordPosition.ts'
import { resumeAt } from '#data/areas/watchProgress.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

const DURATION = 5_400
const START = Date.now()
let device: TestDevice
let member: Member
let card: TitleCard
let now = START

beforeAll(async () => {
  device = await createDevice()
  card = await popularCard(device.server)
})
beforeEach(async () => {
  device.goOnline()
  device.sent.length = 0
  member = await device.registerMember()
  now = START
  vi.spyOn(clock, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => device.close())

const watch = () => recordPositions({ title: card, fileId: null, episodeId: null })
const at = (position: number) => ({ position, duration: DURATION })
const posts = () => device.sent.filter((line) => line === `POST /api/user/history/${card.id}`).length
const onServer = async (user: Member = member) => (await user.get('/api/user/history')).json.data[0]
const localPosition = async () => (await watchedState(card.id))?.position

test('records twelve positions per minute of playback and sends at most four, with the last one among them', async () => {
  const recorder = watch()
  const positions = new Set<number>()
  for (let second = 100; second < 160; second += 0.25) {
    now = START + (second - 100) * 1000
    recorder.playing(at(second))
    if (second % 2.5 !== 0) continue
    // Resolves once all earlier writes are in the outbox; an invalid position itself is not recorded.
    await recorder.paused({ position: Number.NaN, duration: DURATION })
    const position = await localPosition()
    if (position !== undefined) positions.add(position)
    await drainOutbox()
  }
  expect(positions.size).toBe(12)
  expect(posts()).toBeLessThanOrEqual(4)
  now += 500
  await recorder.stopped(at(160))
  await drainOutbox()
  expect(posts()).toBeLessThanOrEqual(5)
  expect(await onServer()).toMatchObject({ titleId: card.id, position: 160, duration: DURATION })
})

test('records every pause on the device without sending each one to the server', async () => {
  const recorder = watch()
  for (let tap = 0; tap < 10; tap += 1) {
    now = START + tap * 1000
    await recorder.paused(at(100 + tap))
    await drainOutbox()
    expect(await localPosition()).toBe(100 + tap)
  }
  expect(posts()).toBe(1)
  // A user who hides the page may not return, so the last position is sent at once.
  await recorder.stopped(at(109))
  await drainOutbox()
  expect(posts()).toBe(2)
  expect(await onServer()).toMatchObject({ position: 109 })
  await recorder.stopped(at(109))
  await drainOutbox()
  expect(posts()).toBe(2)
})

test('records a position again after the device failed to write it', async () => {
  const recorder = watch()
  const { add } = IDBObjectStore.prototype
  let failures = 1
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'outbox' && failures-- > 0) throw new DOMException('the disk is busy', 'AbortError')
    return add.apply(this, row)
  })
  await recorder.paused(at(600))
  expect(await localPosition()).toBeUndefined()
  await recorder.paused(at(600))
  expect(await localPosition()).toBe(600)

  // At the end of a film that another film follows at once, no later call repeats the position.
  now += 60_000
  failures = 1
  void recorder.paused(at(5_400))
  await recorder.stopped(at(5_400))
  expect(await localPosition()).toBe(5_400)
})

test('keeps the position offline and stores it once on the server when the network returns, although responses are lost', async () => {
  device.goOffline()
  const recorder = watch()
  await recorder.paused(at(600))
  await drainOutbox()
  expect(await localPosition()).toBe(600)
  now += 60_000
  device.network = 'answer-lost'
  await recorder.stopped(at(660))
  await drainOutbox()
  device.network = 'twice'
  const database = await personalDatabase()
  await clearBackoff(database)
  await drainOutbox()
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject({ position: 660 })
  expect(await database.outbox.count()).toBe(0)
  expect(await localPosition()).toBe(660)
})

test('ignores an older position of another device and continues from a newer one', async () => {
  const tablet = await member.signIn()
  device.goOffline()
  const recorder = watch()
  await recorder.stopped(at(900))
  now += 10_000
  // Watched before, arrived first.
  await tablet.post(
    `/api/user/history/${card.id}`,
    { position: 300, duration: DURATION },
    { 'X-Mutation-Age': '60000' },
  )
  device.goOnline()
  await historyPull.refresh(await personalDatabase(), {})
  expect(await localPosition()).toBe(900)
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject({ position: 900 })
  await tablet.post(`/api/user/history/${card.id}`, { position: 1_200, duration: DURATION })
  await historyPull.refresh(await personalDatabase(), {})
  expect(await localPosition()).toBe(1_200)
})

test('allows watching a finished title again without a short look resetting it', async () => {
  await watch().stopped(at(DURATION))
  await drainOutbox()
  expect(await onServer()).toMatchObject({ position: DURATION })

  now += 86_400_000
  const glance = watch()
  glance.playing(at(0))
  await glance.stopped(at(12))
  await drainOutbox()
  expect(await localPosition()).toBe(DURATION)

  const again = watch()
  again.playing(at(0))
  now += 30_000
  await again.stopped(at(30))
  await drainOutbox()
  const mark = await watchedState(card.id)
  expect(mark && resumeAt(mark)).toBe(30)
  expect(await onServer()).toMatchObject({ position: 30 })
})

test('keeps the position after the user jumps back', async () => {
  const recorder = watch()
  await recorder.stopped(at(3_000))
  now += 20_000
  await recorder.paused(at(5))
  await drainOutbox()
  expect(await onServer()).toMatchObject({ position: 5 })
})

test('sends the position while the page closes and repeats it from the outbox later', async () => {
  const recorder = watch()
  await recorder.paused(at(100))
  await drainOutbox()
  const asked: RequestInit[] = []
  device.network = (path, init) => {
    if (path === `/api/user/history/${card.id}`) asked.push(init)
    return undefined
  }
  now += 4_000
  recorder.pageHidden(at(104))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ method: 'POST', keepalive: true })
  await vi.waitFor(async () => expect(await onServer()).toMatchObject({ position: 104 }))
  await recorder.paused({ position: Number.NaN, duration: DURATION })
  expect(await localPosition()).toBe(104)
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject({ position: 104 })
})

test('adds a removed title to the history again only when it is watched again', async () => {
  const recorder = watch()
  await recorder.stopped(at(700))
  await drainOutbox()
  now += 1_000
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  await drainOutbox()
  expect(await watchedState(card.id)).toBeUndefined()
  now += 86_400_000
  await watch().stopped(at(3))
  expect(await localPosition()).toBe(3)
})

test('records no history for a guest or for a user who signed in after playback began', async () => {
  const before = watch()
  await before.paused(at(100))
  const other = await device.server.createUser()
  await device.signIn(other)
  now += 60_000
  await before.stopped(at(200))
  before.pageHidden(at(201))
  await drainOutbox()
  expect(await onServer(other)).toBeUndefined()
  expect(await localPosition()).toBeUndefined()
})
