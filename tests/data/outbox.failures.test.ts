import { expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { discardMutation, retryMutation } from '#data/areas/outboxActions.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { savedState, setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { exportQuarantine } from '#data/database/quarantine.ts'
import { readSession } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { idsOf, savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, save, setUpOutbox } from '#tests/harness/fixtures/outboxDevice.ts'

setUpOutbox()

test('treats the page of a captive portal as a failed attempt', async () => {
  device.network = () => new Response('<html>به وای‌فای خوش آمدید</html>', { status: 200 })
  await save(0)
  await drainOutbox()
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: true })
  device.network = () => Response.json({ ok: true })
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('treats an error page of a proxy as a failed attempt and not as a refusal', async () => {
  await save(1)
  await drainOutbox()
  for (const status of [404, 403, 401]) {
    device.network = () => new Response('<html>Not here</html>', { status })
    await save(0)
    await save(1, false)
    await drainOutbox()
    expect(await syncState()).toMatchObject({ parked: false, waiting: [{}, {}], failed: [] })
  }
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('fetches a lost CSRF cookie once and then sends the mutation', async () => {
  writeCookie('XSRF-TOKEN', '', 0)
  await save(0)
  await drainOutbox()
  expect(device.sent.filter((line) => line === 'GET /sanctum/csrf-cookie')).toHaveLength(1)
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('fetches a lost CSRF cookie once for four parallel mutations', async () => {
  for (const index of [0, 1, 2, 3]) await save(index)
  writeCookie('XSRF-TOKEN', '', 0)
  // All four requests are sent before the first one is refused.
  const { request } = device.server
  let [missing, release] = [0, () => {}]
  const allSent = new Promise<void>((resolve) => {
    release = resolve
  })
  device.server.request = async (path, init) => {
    if (init?.method === 'POST' && !new Headers(init.headers).has('X-XSRF-TOKEN')) {
      missing += 1
      if (missing === 4) release()
      await allSent
    }
    return request(path, init)
  }
  await drainOutbox()
  expect(device.sent.filter((line) => line === 'GET /sanctum/csrf-cookie')).toHaveLength(1)
  expect(await savedOnServer(member)).toHaveLength(4)
  expect((await readSession())?.status).toBe('active')
})

test("fails a refused mutation with the server's message and continues with the other lanes", async () => {
  const missing: TitleCard = { ...card(0), id: 999_999_999, path: '/titles/999999999/-' }
  await setSaved({ titleId: missing.id, saved: true, card: missing })
  await save(1)
  await drainOutbox()
  const state = await syncState()
  expect(state?.waiting).toEqual([])
  expect(state?.failed).toMatchObject([
    { entity: 'watchlist:999999999', lastError: { family: 'refused', status: 404 } },
  ])
  expect(state?.failed[0]?.lastError?.message).toMatch(/[آ-ی]/)
  expect(await savedState(missing.id)).toEqual({ saved: false, pending: false })
  expect(await savedOnServer(member)).toEqual([card(1).id])

  await discardMutation(state?.failed[0]?.seq ?? 0)
  expect((await syncState())?.failed).toEqual([])
})

test('acknowledges the removal of a title that the server does not know', async () => {
  await save(0)
  await drainOutbox()
  device.network = (path, init) =>
    init.method === 'POST' && path.startsWith('/api/user/watchlist')
      ? Response.json({ message: 'پیدا نشد', code: 'not_found' }, { status: 404 })
      : undefined
  await save(0, false)
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })
})

test('shows a title again with the next mutation after the server wrongly answered its removal with not found', async () => {
  await save(0)
  await setLiked({ titleId: card(0).id, liked: true, name: 'فیلم' })
  await drainOutbox()
  device.network = (_, { method }) =>
    method === 'POST' ? Response.json({ message: 'پیدا نشد', code: 'not_found' }, { status: 404 }) : undefined
  await save(0, false)
  await setLiked({ titleId: card(0).id, liked: false, name: 'فیلم' })
  await drainOutbox()
  expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })
  expect(await likeState(card(0).id)).toMatchObject({ liked: false, pending: false })

  // The server has not changed and answers with the versions that the device already had.
  await device.reconnect()
  await save(0)
  await setLiked({ titleId: card(0).id, liked: true, name: 'فیلم' })
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(0).id])
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: false })
  expect(await likeState(card(0).id)).toMatchObject({ liked: true, pending: false })
})

test('shows a title again after the next pull when the server wrongly answered its removal with not found', async () => {
  await watchlistPull.refresh(await personalDatabase(), {})
  for (const index of [0, 1, 2]) await save(index)
  await drainOutbox()
  await watchlistPull.refresh(await personalDatabase(), {})
  device.network = (path, { method }) =>
    method === 'POST' && path === `/api/user/watchlist/${card(0).id}`
      ? Response.json({ message: 'پیدا نشد', code: 'not_found' }, { status: 404 })
      : undefined
  await save(0, false)
  await save(1, false)
  await drainOutbox()
  expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })

  await watchlistPull.refresh(await personalDatabase(), {})
  expect(await savedOnServer(member)).toEqual(idsOf([card(0), card(2)]))
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: false })
  expect(await savedState(card(1).id)).toEqual({ saved: false, pending: false })
})

test('repeats the comparison with the next pull when a removal was answered with not found during a pull', async () => {
  await save(0)
  await drainOutbox()
  await watchlistPull.refresh(await personalDatabase(), {})
  const notFound = Response.json({ message: 'پیدا نشد', code: 'not_found' }, { status: 404 })
  const { request } = device.server
  let meanwhile = async () => {
    meanwhile = async () => {}
    await save(0, false)
    await drainOutbox()
    expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })
  }
  const database = await personalDatabase()
  await database.meta.put({ key: 'cursor:watchlist', value: '' })
  device.server.request = async (path, init) => {
    if (init?.method === 'POST') return notFound.clone()
    const answer = await request(path, init)
    await meanwhile()
    return answer
  }
  await watchlistPull.refresh(database, {})
  expect(await savedState(card(0).id)).toEqual({ saved: false, pending: false })
  await watchlistPull.refresh(database, {})
  expect(await savedState(card(0).id)).toEqual({ saved: true, pending: false })
  expect((await database.meta.get('cursor:watchlist'))?.value).not.toBe('')
})

test('fails a poisoned mutation after eight refusals while others are sent, and can retry it', async () => {
  const poison = card(0).id
  device.network = (path, init) =>
    init.method === 'POST' && path === `/api/user/watchlist/${poison}`
      ? Response.json({ message: 'خطای سرور' }, { status: 500 })
      : undefined
  await save(0)
  await drainOutbox()
  await save(1)
  for (let round = 0; round < 10 && (await syncState())?.failed.length === 0; round++) {
    const database = await personalDatabase()
    await database.outbox.toCollection().modify({ nextAt: 0 })
    await drainOutbox()
  }
  const state = await syncState()
  expect(state?.failed).toMatchObject([{ entity: `watchlist:${poison}`, attempts: 8 }])
  expect(await savedOnServer(member)).toEqual([card(1).id])

  device.goOnline()
  await retryMutation(state?.failed[0]?.seq ?? 0)
  await drainOutbox()
  expect(await savedOnServer(member)).toContain(poison)
})

test('fails nothing while the server is down, however often it retries', async () => {
  device.network = () => Response.json({ message: 'تعمیرات' }, { status: 503 })
  // The shortest backoff would allow a second attempt within the same drain.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await save(0)
  for (let round = 0; round < 12; round++) {
    await (await personalDatabase()).outbox.toCollection().modify({ nextAt: 0 })
    await drainOutbox()
  }
  expect(await syncState()).toMatchObject({ waiting: [{ attempts: 12 }], failed: [] })
})

test('honours Retry-After and does not delay an entry forever when the clock jumps back', async () => {
  device.network = () => Response.json({ message: 'بعداً' }, { status: 429, headers: { 'Retry-After': '120' } })
  await save(0)
  const { nextAt } = await drainOutbox()
  expect((nextAt ?? 0) - Date.now()).toBeGreaterThan(100_000)
  device.goOnline()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])

  await (await personalDatabase()).outbox.toCollection().modify({ nextAt: Date.now() + 365 * 86_400_000 })
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('resends an entry of a dead tab once its lease has expired', async () => {
  device.goOffline()
  await save(0)
  const { outbox } = await personalDatabase()
  await outbox
    .toCollection()
    .modify({ status: 'sending', leaseBy: 'a dead tab', leaseUntil: Date.now() + 20_000, attempts: 1 })
  device.goOnline()
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([])
  await outbox.toCollection().modify({ leaseUntil: Date.now() - 1 })
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(0).id])
})

test('holds entries of an unknown kind or format for a later version and sends the others', async () => {
  const { outbox } = await personalDatabase()
  device.goOffline()
  await save(0)
  await save(1)
  const [first, second] = await outbox.toArray()
  if (!first || !second) throw new Error('expected two entries')
  await outbox.update(first.seq, { kind: 'reviews.write' })
  await outbox.update(second.seq, { formatVersion: 99 })
  await save(2)
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([card(2).id])
  expect((await syncState())?.waiting.map(({ status }) => status)).toEqual(['held', 'held'])
})

test('quarantines an unreadable entry for export and sends the others', async () => {
  const { outbox } = await personalDatabase()
  device.goOffline()
  await save(0)
  await outbox.toCollection().modify({ payload: { titleId: 'seven' } })
  await save(1)
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([card(1).id])
  const state = await syncState()
  expect(state).toMatchObject({ waiting: [], failed: [] })
  expect(state?.quarantined).toMatchObject([{ from: 'outbox', raw: { payload: { titleId: 'seven' } } }])
  expect(JSON.parse(await exportQuarantine())).toMatchObject([{ raw: { kind: 'watchlist.setSaved' } }])
})
