import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sent } from '#contract/batch.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { canDiscard } from '#data/database/outboxEntry.ts'
import { clientId, personalDatabase } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { createBatchTransport } from '#data/sync/batch.ts'
import { createDrain } from '#data/sync/drain.ts'
import { claimEntries, clearBackoff } from '#data/sync/outbox.ts'
import { settle } from '#data/sync/settle.ts'
import { createDevice, idsOf, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]

beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 12)
  member = await device.registerMember()
})
afterEach(() => device.close())

async function saveAll(of = cards) {
  for (const card of of) await setSaved({ titleId: card.id, saved: true, card })
}
const BATCH = '/api/user/mutations'
const callsTo = (path: string) => device.sent.filter((line) => line === `POST ${path}`).length
const singleCalls = () => device.sent.filter((line) => line.startsWith('POST /api/user/watchlist/')).length
const readBatch = (init: RequestInit): Sent[] => JSON.parse(String(init.body)).mutations
async function retryNow() {
  await clearBackoff(await personalDatabase())
  await (await personalDatabase()).outbox.toCollection().modify({ nextAt: 0 })
  await drainOutbox()
}

test('sends many pending mutations in one batch with one outcome each', async () => {
  await saveAll()
  device.sent.length = 0
  await drainOutbox()
  expect(callsTo(BATCH)).toBe(1)
  expect(singleCalls()).toBe(0)
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test('retries a mutation when the connection breaks before its outcome is stored', async () => {
  await saveAll(cards.slice(0, 1))
  const { delete: remove } = IDBObjectStore.prototype
  let isLost = false
  const spy = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    const request = remove.call(this, key)
    if (this.name === 'outbox' && !isLost) {
      isLost = true
      this.transaction.abort()
    }
    return request
  })
  await drainOutbox().catch(() => undefined)
  spy.mockRestore()
  expect(isLost).toBe(true)
  expect((await syncState())?.failed).toEqual([])
  await (await personalDatabase()).outbox.toCollection().modify({ leaseUntil: 0 })
  await retryNow()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(0, 1)))
})

test('sends a few mutations in single calls', async () => {
  await saveAll(cards.slice(0, 3))
  device.sent.length = 0
  await drainOutbox()
  expect([callsTo(BATCH), singleCalls()]).toEqual([0, 3])
})

test("fails only the refused mutation of a batch, with the server's message", async () => {
  const [first] = cards
  if (!first) throw new Error('no cards')
  const missing = { ...first, id: 999_999_999, path: '/titles/999999999/-' }
  await saveAll([missing, ...cards])
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  const state = await syncState()
  expect(state?.waiting).toEqual([])
  expect(state?.failed).toMatchObject([{ entity: 'watchlist:999999999', lastError: { status: 404 } }])
  expect(state?.failed[0]?.lastError?.message).toMatch(/[آ-ی]/)
})

test('notes the id under which the server logged the failure of a mutation in a batch', async () => {
  await saveAll()
  device.network = (path, init) => {
    if (path !== BATCH) return undefined
    const data = readBatch(init).map(({ key }) => ({ key, status: 500, retryAfter: null, body: { message: '' } }))
    return Response.json({ data }, { headers: { 'X-Request-Id': '01890a5d-ac96' } })
  }
  await drainOutbox()
  const errors = (await syncState())?.waiting.map(({ lastError }) => [lastError?.status, lastError?.requestId])
  expect(errors).toEqual(cards.map(() => [500, '01890a5d-ac96']))
})

test('resends a batch with the same keys when its response is lost, without a second effect', async () => {
  await saveAll()
  const keys: string[] = []
  const { request } = device.server
  device.server.request = (path, init) => {
    const alone = new Headers(init?.headers).get('Idempotency-Key')
    if (path === BATCH) keys.push(...readBatch(init ?? {}).map(({ key }) => key))
    // A mutation whose retry is due earlier is sent in a single call.
    else if (alone) keys.push(alone)
    return request(path, init)
  }
  device.network = 'answer-lost'
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  const waiting = (await syncState())?.waiting.map(({ key }) => key).toSorted() ?? []
  expect(waiting).toHaveLength(12)
  // A mutation with a short wait may have been retried already.
  expect([...new Set(keys)].toSorted()).toEqual(waiting)
  device.goOnline()
  keys.length = 0
  await retryNow()
  expect(keys.toSorted()).toEqual(waiting)
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test('resends mutations that the batch response leaves out', async () => {
  await saveAll()
  let lost = 0
  const { request } = device.server
  device.server.request = async (path, init) => {
    const response = await request(path, init)
    if (path !== BATCH || lost > 0) return response
    const { data } = await response.json()
    lost = data.length - 4
    return Response.json({ data: data.slice(0, 4) })
  }
  await drainOutbox()
  await retryNow()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test.each([413, 422, 500])(
  'sends the mutations singly when the batch is refused with %i, so one invalid mutation blocks no other',
  async (status) => {
    device.network = (path) => (path === BATCH ? Response.json({ message: 'نه' }, { status }) : undefined)
    await saveAll()
    await drainOutbox()
    expect(await savedOnServer(member)).toEqual(idsOf(cards))
    expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  },
)

test('queues the opposite mutation when the outcome of a batch is unknown, even after its sender died', async () => {
  await saveAll()
  const database = await personalDatabase()
  const { claimed } = await claimEntries(
    database,
    { limit: 100, by: 'the sender', isAlone: true, inFlight: new Map() },
    kindOf,
  )
  device.network = (path) => (path === BATCH ? Response.json({ message: 'نه' }, { status: 502 }) : undefined)
  const sending = { database, client: await clientId(database), signal: new AbortController().signal }
  await settle(database, (await createBatchTransport().deliver(claimed, sending)).outcomes)
  expect((await database.outbox.toArray()).some(canDiscard)).toBe(false)
  const [card] = cards
  if (!card) throw new Error('no cards')
  await setSaved({ titleId: card.id, saved: false, card })
  expect(await database.outbox.where('entity').equals(`watchlist:${card.id}`).count()).toBe(1)
})

test('honours Retry-After of a busy server without counting a refusal', async () => {
  device.network = () => Response.json({ message: 'بعداً' }, { status: 503, headers: { 'Retry-After': '120' } })
  await saveAll()
  const { nextAt } = await drainOutbox()
  expect((nextAt ?? 0) - Date.now()).toBeGreaterThan(100_000)
  expect((await syncState())?.waiting.map(({ refusals }) => refusals)).toEqual(cards.map(() => 0))
})

test('parks the whole batch when the session has expired', async () => {
  await saveAll()
  device.network = (path) =>
    path === BATCH ? Response.json({ message: 'وارد شوید', code: 'unauthenticated' }, { status: 401 }) : undefined
  expect(await drainOutbox()).toMatchObject({ parked: true })
  expect((await readSession())?.status).toBe('expired')
  expect((await syncState())?.waiting).toHaveLength(12)
  device.goOnline()
  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
})

test('sends likes and saves in the same batch', async () => {
  await saveAll()
  for (const card of cards) await setLiked({ titleId: card.id, liked: true, name: card.titleFa })
  const sizes: number[] = []
  device.network = (path, init) => {
    if (path === BATCH) sizes.push(readBatch(init).length)
    return undefined
  }
  await drainOutbox()
  expect(sizes).toEqual([24])
})

test('sends every mutation singly to a server without the batch call and does not try the call again', async () => {
  // A page remembers this response until it is reloaded.
  const page = createDrain({ kindOf })
  device.network = (path) => (path === BATCH ? Response.json({ message: '' }, { status: 404 }) : undefined)
  await saveAll()
  device.sent.length = 0
  await page.drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf(cards))
  expect(callsTo(BATCH)).toBe(1)
  expect((await syncState())?.waiting).toEqual([])
  device.goOnline()
  for (const card of cards) await setSaved({ titleId: card.id, saved: false, card })
  await page.drainOutbox()
  expect(callsTo(BATCH)).toBe(1)
  expect(await savedOnServer(member)).toEqual([])
})
