import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import type { Entry } from '#data/database/outboxEntry.ts'
import { personal } from '#data/database/personal.ts'
import { personalOf } from '#data/database/personalDatabase.ts'
import { readSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { lockPatience, underLock } from '#data/platform/lock.ts'
import { drainBeforeSignOut, signOut } from '#data/session/signOut.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { startDrainer } from '#data/sync/drainer.ts'
import { sendWithin } from '#data/sync/drainWithin.ts'
import { claim, wake } from '#data/sync/outbox.ts'
import { syncState } from '#data/sync/syncState.ts'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'
import { someLocks } from '#tests/harness/locks.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]

beforeEach(async () => {
  device = await aDevice()
  cards = await someCards(device.server, 8)
  member = await device.aMember()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'locks')
  Object.assign(lockPatience, { lease: 30_000 })
  clock.now = () => Date.now()
  await device.close()
})

const ids = (of = cards) => of.map(({ id }) => id).toSorted((one, other) => one - other)
async function save(of = cards) {
  for (const card of of) await setSaved({ titleId: card.id, saved: true, card })
}
function withLocks() {
  Object.assign(lockPatience, { lease: 20 })
  Object.defineProperty(navigator, 'locks', { value: someLocks(), configurable: true })
}
/** A network that answers when it is told to. */
function heldBack() {
  let release = () => undefined as undefined
  const until = new Promise<void>((resolve) => {
    release = () => void resolve() as undefined
  })
  const { request } = device.server
  let isReached = false
  device.server.request = async (path, init) => {
    if (init?.method === 'POST' && path.startsWith('/api/user/')) {
      isReached = true
      await until
    }
    return request(path, init)
  }
  return { release, reached: () => expect.poll(() => isReached).toBe(true) }
}

test('of two senders one works, the other waits in line', async () => {
  withLocks()
  const order: string[] = []
  const one = underLock('x', undefined, {
    async work() {
      order.push('one')
      await new Promise((turn) => setTimeout(turn))
      order.push('one is done')
    },
  })
  await Promise.all([one, underLock('x', undefined, { work: async () => void order.push('two') })])
  expect(order).toEqual(['one', 'one is done', 'two'])
})

test('a holder without a sign of life for two leases is robbed, and hears of it', async () => {
  withLocks()
  let isRobbed = false
  const frozen = underLock('x', undefined, {
    work: (_, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          isRobbed = true
          reject(new Error('robbed'))
        }),
      ),
  })
  const robbed = expect(frozen).rejects.toMatchObject({ name: 'AbortError' })
  expect(await underLock('x', undefined, { work: async (alone) => alone, signOfLife: async () => 1 })).toBe(true)
  await robbed
  expect(isRobbed).toBe(true)
})

test('a holder that lives is left alone, however long it takes', async () => {
  withLocks()
  let beat = 0
  let finish = () => undefined as undefined
  const busy = underLock('x', undefined, {
    work: () => new Promise<string>((resolve) => (finish = () => void resolve('done') as undefined)),
  })
  const waiting = underLock('x', undefined, { work: async () => 'next', signOfLife: async () => beat++ })
  await expect.poll(() => beat).toBeGreaterThan(6)
  finish()
  expect(await Promise.all([busy, waiting])).toEqual(['done', 'next'])
})

test('work that fails of itself fails, and is not taken for a lost lock', async () => {
  withLocks()
  const failing = underLock('x', undefined, {
    async work() {
      await new Promise((late) => setTimeout(late, 60))
      throw new DOMException('of its own', 'QuotaExceededError')
    },
  })
  await expect(failing).rejects.toMatchObject({ name: 'QuotaExceededError' })
})

test('a page that was put to sleep mid-send sends again when it is back: same key, one effect', async () => {
  const network = heldBack()
  const drainer = startDrainer({ onWaiting: () => undefined })
  await save(cards.slice(0, 1))
  await network.reached()
  drainer.pause()
  await save(cards.slice(1, 2))
  network.release()
  await expect.poll(async () => (await syncState())?.sending).toBe(false)
  expect((await syncState())?.waiting.length).toBeGreaterThan(0)
  await drainer.resume()
  await expect.poll(async () => (await syncState())?.waiting).toEqual([])
  drainer.stop()
  expect(await savedOnServer(member)).toEqual(ids(cards.slice(0, 2)))
})

test('a sender takes its own lost leases back at once, and nobody else’s', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  const database = await personal()
  const sender = { most: 4, by: 'me', alone: false, flying: new Map<string, Entry>() }
  const { entries } = await claim(database, sender)
  expect(entries).toHaveLength(2)
  expect((await claim(database, { ...sender, by: 'another' })).entries).toEqual([])
  const [first] = entries
  const flying = new Map(first && [[first.key, first]])
  expect((await claim(database, { ...sender, flying })).entries).toMatchObject([{ key: entries[1]?.key, attempts: 2 }])
  expect((await claim(database, { ...sender, by: 'a thief', alone: true })).entries).toHaveLength(2)
})

test('three silences in a row: one probe at a time, until one is answered', async () => {
  device.goOffline()
  await save()
  for (const card of cards) await setLiked({ titleId: card.id, liked: true, name: '' })
  const { outbox } = await personal()
  const tryAll = async () => {
    await outbox.toCollection().modify({ nextAt: 0 })
    return drainOutbox()
  }
  for (let time = 0; time < 3; time++) await tryAll()
  device.sent.length = 0
  const { nextAt } = await tryAll()
  expect(device.sent).toHaveLength(1)
  expect(nextAt).toBeGreaterThan(0)
  device.goOnline()
  await wake(await personal())
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  expect(await savedOnServer(member)).toEqual(ids())
})

test('what nobody answered goes when the network is back, without a step for each that waits', async () => {
  device.goOffline()
  await save(cards.slice(0, 3))
  const database = await personal()
  const { outbox } = database
  const nextAt = Date.now() + 60_000
  const unheard = { family: 'unreachable', status: null, message: '', at: 0 } as const
  await outbox.toCollection().modify((entry) => void Object.assign(entry, { nextAt, lastError: unheard }))
  const asked = (await outbox.toArray()).at(-1)
  await outbox.update(asked?.seq ?? 0, { lastError: { ...unheard, family: 'broken' } })
  const steps = vi.spyOn(IDBIndex.prototype, 'openCursor')
  await wake(database)
  expect(steps).not.toHaveBeenCalled()
  steps.mockRestore()
  expect((await outbox.toArray()).map((entry) => entry.nextAt)).toEqual([0, 0, nextAt])
})

test.each([
  ['a year ahead', 365 * 86_400_000],
  ['a year behind', -365 * 86_400_000],
])('a clock %s holds nothing up: neither leases, nor waits, nor ages', async (_, shift) => {
  device.weather = () => Response.json({ message: 'بعداً' }, { status: 503, headers: { 'Retry-After': '600' } })
  await save(cards.slice(0, 2))
  await drainOutbox()
  const database = await personal()
  await claim(database, { most: 1, by: 'the dead', alone: true })
  clock.now = () => Date.now() + shift
  await save(cards.slice(2, 3))
  clock.now = () => Date.now() - shift
  device.goOnline()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(ids(cards.slice(0, 3)))
})

test('the worker sends everything, and rejects when something is left for later', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  await expect(sendWithin(50)).rejects.toThrow('something waits')
  // One that is to make way for a newer one lets go at once, whatever it waits for.
  const leave = new AbortController()
  const sending = sendWithin(25_000, leave.signal)
  leave.abort()
  await expect(sending).rejects.toThrow('something waits')
  device.goOnline()
  await sendWithin(10_000)
  expect(await savedOnServer(member)).toEqual(ids(cards.slice(0, 2)))
  await sendWithin(10_000)
})

test('the worker does not come again for what waits for a sign-in', async () => {
  await save(cards.slice(0, 1))
  device.weather = () => Response.json({ message: '', code: 'unauthenticated' }, { status: 401 })
  await sendWithin(10_000)
  expect((await readSession())?.status).toBe('expired')
  await sendWithin(10_000)
  expect((await syncState())?.waiting).toHaveLength(1)
})

test('another person signs in while the queue is on its way: nothing of it happens under their name', async () => {
  const other = await device.server.aUser()
  const network = heldBack()
  await save(cards)
  const draining = drainOutbox()
  await network.reached()
  await device.signIn(other)
  network.release()
  await draining.catch(() => undefined)
  await drainOutbox()
  expect(await savedOnServer(other)).toEqual([])
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(ids())
})

test('an answer that comes after signing out brings nothing of the person back', async () => {
  const network = heldBack()
  await save(cards.slice(0, 2))
  const draining = drainOutbox().catch(() => undefined)
  await network.reached()
  const leaving = signOut({ keep: false })
  network.release()
  await Promise.all([draining, leaving])
  const { Dexie } = await import('dexie')
  expect((await Dexie.getDatabaseNames()).filter((name) => name.includes('user'))).toEqual([])
})

test('signing out with changes waiting: staying changes nothing, discarding forgets them', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  const aborted = vi.spyOn(AbortSignal, 'timeout')
  expect(await drainBeforeSignOut()).toBe(2)
  expect(aborted).toHaveBeenCalledWith(5_000)
  expect((await syncState())?.waiting).toHaveLength(2)
  await signOut({ keep: false })
  device.goOnline()
  await device.signIn(member)
  expect(await personalOf(member.id).outbox.count()).toBe(0)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])
})
