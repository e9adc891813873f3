import { expect, test, vi } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { savedState, savedTitles } from '#data/areas/watchlist.ts'
import { endSession, readSession, SignedOut } from '#data/database/session.ts'
import { idsOf, savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, save, setUpOutbox } from '#tests/harness/fixtures/outboxDevice.ts'

setUpOutbox()

test('writes a mutation with strict durability, so it survives a power failure', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await save(0)
  const writes = opened.mock.calls.filter(([tables, mode]) => [...tables].includes('outbox') && mode === 'readwrite')
  opened.mockRestore()
  expect(writes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
})

test('shows a title saved offline at once and saves it once on the server when the network returns', async () => {
  device.goOffline()
  await save(0)
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: true })
  expect((await savedTitles())?.items).toMatchObject([{ titleId: card(0).id, pending: true }])
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])

  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([card(0).id])
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: false })
  expect((await syncState())?.waiting).toEqual([])
})

test('retries with the same key when the response was lost, and the server applies the mutation once', async () => {
  device.network = 'answer-lost'
  await save(0)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(0).id])
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: true })

  const replies: unknown[] = []
  const { request } = device.server
  device.server.request = async (path, init) => {
    const response = await request(path, init)
    if (init?.method === 'POST') replies.push((await response.clone().json()).result)
    return response
  }
  await device.reconnect()
  expect(replies).toEqual(['replayed'])
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: false })
})

test('applies a request once when the browser itself sends it twice', async () => {
  device.network = 'twice'
  await setLiked({ titleId: card(0).id, liked: true, name: card(0).titleFa })
  await drainOutbox()
  const { json } = await device.server.createGuest().get(`/api/titles/${card(0).id}`)
  expect(json.data.likes).toBe(1)
})

test('sends only the last of several mutations of a title', async () => {
  device.goOffline()
  for (const saved of [true, false, true, false, true]) await save(0, saved)
  expect((await syncState())?.waiting).toHaveLength(1)
  await device.reconnect()
  expect(device.sent.filter((line) => line.startsWith('POST /api/user/watchlist'))).toHaveLength(1)
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('sends nothing when a mutation is reverted before the first delivery attempt', async () => {
  device.goOffline()
  await save(0)
  await save(0, false)
  expect((await syncState())?.waiting).toEqual([])
  expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })
})

test('sends a reverting mutation after an attempt with unknown outcome', async () => {
  device.network = 'answer-lost'
  await save(0)
  await drainOutbox()
  device.goOffline()
  await save(0, false)
  expect((await syncState())?.waiting).toHaveLength(1)
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([])
})

test('sends a mutation that was reverted twice after an unknown outcome', async () => {
  device.network = 'answer-lost'
  await save(0)
  await drainOutbox()
  device.goOffline()
  await save(0, false)
  await save(0)
  await save(0, false)
  expect((await syncState())?.waiting).toHaveLength(1)
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([])
})

test('keeps all entries when the session expires and sends them after the same user signs in again', async () => {
  device.network = () => Response.json({ message: 'وارد شوید', code: 'unauthenticated' }, { status: 401 })
  await save(0)
  await save(1)
  expect(await drainOutbox()).toMatchObject({ parked: true })
  expect((await readSession())?.status).toBe('expired')
  expect(await syncState()).toMatchObject({ parked: true, waiting: [{}, {}], failed: [] })
  expect(await savedState(card(1).id)).toEqual({ saved: true, pending: true })

  device.goOnline()
  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf([card(0), card(1)]))
})

test('neither shows nor sends the pending mutations of another user', async () => {
  device.goOffline()
  await save(0)
  device.goOnline()
  const other = await device.server.createUser()
  await device.signIn(other)
  await drainOutbox()
  expect((await savedTitles())?.items).toEqual([])
  expect(await savedOnServer(other)).toEqual([])
  expect(await savedOnServer(member)).toEqual([])

  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('counts a like at once on the screen and once on the server', async () => {
  const { id } = card(0)
  device.goOffline()
  await setLiked({ titleId: id, liked: true, name: card(0).titleFa })
  expect(await likeState(id)).toMatchObject({ liked: true, pending: true })
  await device.reconnect()
  expect(await likeState(id)).toEqual({ liked: true, likes: 1, pending: false })
  await setLiked({ titleId: id, liked: false, name: card(0).titleFa })
  expect(await likeState(id)).toEqual({ liked: false, likes: 0, pending: true })
  await drainOutbox()
  expect(await likeState(id)).toEqual({ liked: false, likes: 0, pending: false })
})

test('sends each mutation with its key, sequence, client id and age', async () => {
  let headers: Headers | undefined
  device.network = (_, init) => {
    if (init.method === 'POST') headers = new Headers(init.headers)
    return undefined
  }
  await save(0)
  await drainOutbox()
  expect(headers?.get('Idempotency-Key')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
  expect(headers?.get('X-Client-Id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(Number(headers?.get('X-Client-Seq'))).toBeGreaterThan(0)
  expect(headers?.get('X-Mutation-Age')).toMatch(/^\d+$/)
})

test('rejects a mutation without a signed-in user and writes nothing', async () => {
  await endSession()
  await expect(save(0)).rejects.toBeInstanceOf(SignedOut)
})

test('sends the outbox in a browser without AbortSignal.any', async () => {
  const native = AbortSignal.any
  Reflect.deleteProperty(AbortSignal, 'any')
  try {
    await save(0)
    await drainOutbox(new AbortController().signal)
    expect(await savedOnServer(member)).toEqual([card(0).id])
  } finally {
    Object.defineProperty(AbortSignal, 'any', { configurable: true, writable: true, value: native })
  }
})
