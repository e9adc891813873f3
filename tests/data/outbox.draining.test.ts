import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainBeforeSignOut, drainOutbox, drainWithin, startDrainer } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { readSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { lockTiming, withLock } from '#data/platform/lock.ts'
import { signOut } from '#data/session/signOut.ts'
import { claimEntries, clearBackoff } from '#data/sync/outbox.ts'
import { fakeLocks } from '#tests/harness/browser/fakeLocks.ts'
import { createDevice, idsOf, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]

beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 8)
  member = await device.registerMember()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'locks')
  Object.assign(lockTiming, { lease: 30_000 })
  clock.now = () => Date.now()
  await device.close()
})

async function save(of = cards) {
  for (const card of of) await setSaved({ titleId: card.id, saved: true, card })
}
function withLocks() {
  Object.assign(lockTiming, { lease: 20 })
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
}
/** Holds back the responses to mutations until `release` is called. */
function holdResponses() {
  let release = () => undefined as undefined
  const released = new Promise<void>((resolve) => {
    release = () => void resolve() as undefined
  })
  const { request } = device.server
  let isReached = false
  device.server.request = async (path, init) => {
    if (init?.method === 'POST' && path.startsWith('/api/user/')) {
      isReached = true
      await released
    }
    return request(path, init)
  }
  return { release, reached: () => expect.poll(() => isReached).toBe(true) }
}

test('runs two holders of a lock one after the other', async () => {
  withLocks()
  const order: string[] = []
  const first = withLock('x', undefined, {
    async run() {
      order.push('one')
      await new Promise((turn) => setTimeout(turn))
      order.push('one is done')
    },
  })
  await Promise.all([first, withLock('x', undefined, { run: async () => void order.push('two') })])
  expect(order).toEqual(['one', 'one is done', 'two'])
})

test('steals the lock after two missed heartbeats and aborts the former holder', async () => {
  withLocks()
  let isStolen = false
  const frozenHolder = withLock('x', undefined, {
    run: (_, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          isStolen = true
          reject(new Error('robbed'))
        }),
      ),
  })
  const stolen = expect(frozenHolder).rejects.toMatchObject({ name: 'AbortError' })
  expect(await withLock('x', undefined, { run: async (alone) => alone, heartbeat: async () => 1 })).toBe(true)
  await stolen
  expect(isStolen).toBe(true)
})

test('leaves the lock to a holder that still sends heartbeats', async () => {
  withLocks()
  let heartbeats = 0
  let finish = () => undefined as undefined
  const busy = withLock('x', undefined, {
    run: () => new Promise<string>((resolve) => (finish = () => void resolve('done') as undefined)),
  })
  const waiting = withLock('x', undefined, { run: async () => 'next', heartbeat: async () => heartbeats++ })
  await expect.poll(() => heartbeats).toBeGreaterThan(6)
  finish()
  expect(await Promise.all([busy, waiting])).toEqual(['done', 'next'])
})

test.each([
  ['frozen', () => document.dispatchEvent(new Event('freeze')), () => document.dispatchEvent(new Event('resume'))],
  ['hidden for good', () => dispatchEvent(new Event('pagehide')), () => dispatchEvent(new Event('pageshow'))],
])('gives up its lock when its page is %s', async (_, suspend, resume) => {
  withLocks()
  Object.assign(lockTiming, { lease: 30_000 })
  let finish = () => undefined as undefined
  const unfinished = withLock('x', undefined, {
    run: () => new Promise<void>((resolve) => (finish = () => void resolve() as undefined)),
  })
  await Promise.resolve()
  suspend()
  resume()
  expect(await withLock('x', undefined, { run: async () => 'next' })).toBe('next')
  finish()
  await unfinished
})

test('rejects with the error of the work itself and does not treat it as a lost lock', async () => {
  withLocks()
  const failing = withLock('x', undefined, {
    async run() {
      await new Promise((late) => setTimeout(late, 60))
      throw new DOMException('of its own', 'QuotaExceededError')
    },
  })
  await expect(failing).rejects.toMatchObject({ name: 'QuotaExceededError' })
})

test('resends with the same key after the page was frozen during a delivery attempt', async () => {
  const network = holdResponses()
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
  expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(0, 2)))
})

test('takes over at once from a tab that dies while it sends, also when this tab never saw the entry queued', async () => {
  withLocks()
  Object.assign(lockTiming, { lease: 30_000 })
  await save(cards.slice(0, 1))
  const otherTab = new AbortController()
  const dead = withLock(`parde-drain-${member.id}`, undefined, {
    run: () => new Promise((resolve) => otherTab.signal.addEventListener('abort', resolve)),
  })
  await claimEntries(await personalDatabase(), { limit: 1, by: 'the other tab', isAlone: true }, kindOf)
  let isSeen = false
  const drainer = startDrainer({ onWaiting: () => (isSeen = true) })
  await expect.poll(() => isSeen).toBe(true)
  otherTab.abort()
  await dead
  await expect.poll(() => savedOnServer(member)).toEqual(idsOf(cards.slice(0, 1)))
  drainer.stop()
})

test('reclaims its own lost leases at once, but not those of other senders', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  const database = await personalDatabase()
  const sender = { limit: 4, by: 'me', isAlone: false, inFlight: new Map<string, OutboxEntry>() }
  const { claimed } = await claimEntries(database, sender, kindOf)
  expect(claimed).toHaveLength(2)
  expect((await claimEntries(database, { ...sender, by: 'another' }, kindOf)).claimed).toEqual([])
  const [first, second] = claimed
  const inFlight = new Map(first && [[first.entry.key, first.entry]])
  expect((await claimEntries(database, { ...sender, inFlight }, kindOf)).claimed).toMatchObject([
    { entry: { key: second?.entry.key, attempts: 2 } },
  ])
  expect((await claimEntries(database, { ...sender, by: 'a thief', isAlone: true }, kindOf)).claimed).toHaveLength(2)
})

test('sends a single probe after three unanswered attempts until one is answered', async () => {
  device.goOffline()
  await save()
  for (const card of cards) await setLiked({ titleId: card.id, liked: true, name: '' })
  const { outbox } = await personalDatabase()
  const retryAll = async () => {
    await outbox.toCollection().modify({ nextAt: 0 })
    return drainOutbox()
  }
  for (let attempt = 0; attempt < 3; attempt++) await retryAll()
  device.sent.length = 0
  const { nextAt } = await retryAll()
  expect(device.sent).toHaveLength(1)
  expect(nextAt).toBeGreaterThan(0)
  device.goOnline()
  await clearBackoff(await personalDatabase())
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
})

test('makes unanswered entries due when the network returns, without a cursor step for each', async () => {
  device.goOffline()
  await save(cards.slice(0, 3))
  const database = await personalDatabase()
  const { outbox } = database
  const nextAt = Date.now() + 60_000
  const unanswered = { family: 'unreachable', status: null, message: '', at: 0 } as const
  await outbox.toCollection().modify((entry) => void Object.assign(entry, { nextAt, lastError: unanswered }))
  const answered = (await outbox.toArray()).at(-1)
  await outbox.update(answered?.seq ?? 0, { lastError: { ...unanswered, family: 'broken' } })
  const steps = vi.spyOn(IDBIndex.prototype, 'openCursor')
  await clearBackoff(database)
  expect(steps).not.toHaveBeenCalled()
  steps.mockRestore()
  expect((await outbox.toArray()).map((entry) => entry.nextAt)).toEqual([0, 0, nextAt])
})

test.each([
  ['a year ahead', 365 * 86_400_000],
  ['a year behind', -365 * 86_400_000],
])('sends everything with a clock %s: leases, waits and ages delay nothing', async (_, shift) => {
  device.network = () => Response.json({ message: 'بعداً' }, { status: 503, headers: { 'Retry-After': '600' } })
  await save(cards.slice(0, 2))
  await drainOutbox()
  const database = await personalDatabase()
  await claimEntries(database, { limit: 1, by: 'the dead', isAlone: true }, kindOf)
  clock.now = () => Date.now() + shift
  await save(cards.slice(2, 3))
  clock.now = () => Date.now() - shift
  device.goOnline()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(0, 3)))
})

test('sends everything from the worker and rejects when entries remain', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  await expect(drainWithin(50)).rejects.toThrow('pending entries remain')
  // A worker that hands over to a newer one stops at once, whatever it waits for.
  const handover = new AbortController()
  const sending = drainWithin(25_000, handover.signal)
  handover.abort()
  await expect(sending).rejects.toThrow('pending entries remain')
  device.goOnline()
  await drainWithin(10_000)
  expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(0, 2)))
  await drainWithin(10_000)
})

test('does not request another sync for entries that wait for a sign-in', async () => {
  await save(cards.slice(0, 1))
  device.network = () => Response.json({ message: '', code: 'unauthenticated' }, { status: 401 })
  await drainWithin(10_000)
  expect((await readSession())?.status).toBe('expired')
  await drainWithin(10_000)
  expect((await syncState())?.waiting).toHaveLength(1)
})

test('applies nothing under the next user who signs in during a drain', async () => {
  const other = await device.server.createUser()
  const network = holdResponses()
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
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
})

test('writes nothing from a response that arrives after sign-out', async () => {
  const network = holdResponses()
  await save(cards.slice(0, 2))
  const draining = drainOutbox().catch(() => undefined)
  await network.reached()
  const signingOut = signOut({ keepData: false })
  network.release()
  await Promise.all([draining, signingOut])
  const { Dexie } = await import('dexie')
  expect((await Dexie.getDatabaseNames()).filter((name) => name.includes('user'))).toEqual([])
})

test('sends a playback position before sign-out without waiting for its window', async () => {
  const [card] = cards as [TitleCard]
  await setPosition({ titleId: card.id, card, position: 600, duration: 6_000, isLast: false })
  expect(await drainBeforeSignOut()).toMatchObject({ count: 0 })
  expect((await member.get('/api/user/history')).json.data).toMatchObject([{ position: 600 }])
})

test('sends before sign-out also the position that a film in another tab stores meanwhile', async () => {
  const [card] = cards as [TitleCard]
  let position = 600
  const play = () => setPosition({ titleId: card.id, card, position: position++, duration: 6_000, isLast: false })
  const { request } = device.server
  device.server.request = async (path, init) => {
    if (init?.method === 'POST' && position < 603) await play()
    return request(path, init)
  }
  await play()
  expect(await drainBeforeSignOut()).toMatchObject({ count: 0 })
  expect((await member.get('/api/user/history')).json.data).toMatchObject([{ position: 602 }])
})

test('keeps pending mutations when the user cancels sign-out and deletes them when the user discards them', async () => {
  device.goOffline()
  await save(cards.slice(0, 2))
  const aborted = vi.spyOn(AbortSignal, 'timeout')
  expect(await drainBeforeSignOut()).toMatchObject({ count: 2 })
  expect(aborted).toHaveBeenCalledWith(5_000)
  expect((await syncState())?.waiting).toHaveLength(2)
  await signOut({ keepData: false })
  device.goOnline()
  await device.signIn(member)
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(0)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])
})
