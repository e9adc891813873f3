import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { layOver, ownComments, reviseComment, sendComment, topComments } from '#data/areas/comments.ts'
import { historyPull, removeFromHistory, setPosition, watchedState, watchedTitles } from '#data/areas/history.ts'
import {
  markAllRead,
  markRead,
  myNotifications,
  notificationsPull,
  setRead,
  unreadCount,
} from '#data/areas/notifications.ts'
import { myRequests, requestsPull, sendRequest } from '#data/areas/requests.ts'
import { personal } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { startDrainer } from '#data/sync/drainer.ts'
import { pulls } from '#data/sync/kinds.ts'
import { wake } from '#data/sync/outbox.ts'
import { lastPulled, syncState } from '#data/sync/syncState.ts'
import { notify } from '#server/notifications/notify.ts'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let card: TitleCard

beforeEach(async () => {
  device = await aDevice()
  const [first] = await someCards(device.server, 1)
  if (!first) throw new Error('the catalogue is empty')
  card = first
  member = await device.aMember()
})
afterEach(async () => {
  clock.now = Date.now
  await device.close()
})

async function comeBack() {
  device.goOnline()
  const database = await personal()
  await wake(database)
  await database.outbox.toCollection().modify({ nextAt: 0 })
  await drainOutbox()
}
const posted = (path: string) => device.sent.filter((line) => line === `POST ${path}`).length

/** The comments of the title as the page shows them. */
async function comments(): Promise<{ shown: ReturnType<typeof layOver>; bodies: string[] }> {
  const at = Date.now() - 1
  const page = await topComments(card.id).fetch({})
  const shown = layOver(page, at, await ownComments(card.id))
  return { shown, bodies: shown.map(({ body }) => body) }
}
const write = (body: string) => sendComment({ titleId: card.id, body, name: card.titleFa })

test('a comment written offline stands there at once, and once when it was sent', async () => {
  device.goOffline()
  await write('چه فیلمی!')
  expect((await ownComments(card.id)).waiting).toMatchObject([
    { body: 'چه فیلمی!', pending: true, author: member.name },
  ])
  await comeBack()
  const { shown } = await comments()
  expect(shown).toMatchObject([{ body: 'چه فیلمی!', pending: false, own: true }])
  expect(shown[0]?.id).toBeGreaterThan(0)
})

test('a comment whose answer was lost stands on the page once, and is written once', async () => {
  device.weather = 'answer-lost'
  await write('چه فیلمی!')
  await drainOutbox()
  device.goOnline()
  expect((await comments()).shown).toMatchObject([{ body: 'چه فیلمی!', own: true, pending: true }])
  await comeBack()
  expect((await comments()).bodies).toEqual(['چه فیلمی!'])
  expect((await member.get(`/api/titles/${card.id}/topcomments`)).json.meta.total).toBe(1)
})

test('the same words twice are two comments: each has a key of its own', async () => {
  device.weather = 'twice'
  await write('باز هم دیدم')
  await write('باز هم دیدم')
  await drainOutbox()
  device.goOnline()
  expect((await comments()).bodies).toEqual(['باز هم دیدم', 'باز هم دیدم'])
})

test('a comment is revised until it is sent, and not after that', async () => {
  device.goOffline()
  await write('اول')
  const [first] = (await ownComments(card.id)).waiting
  expect(await reviseComment(first?.key ?? '', { body: 'دوم شد', spoiler: true })).toBe(true)
  expect((await ownComments(card.id)).waiting).toMatchObject([{ body: 'دوم شد', spoiler: true, editable: true }])
  await drainOutbox()
  const [tried] = (await ownComments(card.id)).waiting
  expect(tried).toMatchObject({ editable: false })
  expect(await reviseComment(tried?.key ?? '', { body: 'سوم شد', spoiler: false })).toBe(false)
  await comeBack()
  expect((await comments()).bodies).toEqual(['دوم شد'])
})

test('an answer stands under what it answers, waiting and taken', async () => {
  await write('سؤال دارم')
  await drainOutbox()
  const [question] = (await comments()).shown
  await sendComment({ titleId: card.id, body: 'جواب من', replyTo: question?.id ?? 0, name: '' })
  expect((await comments()).shown).toMatchObject([{ replies: [{ body: 'جواب من', pending: true }] }])
  await drainOutbox()
  expect((await comments()).shown).toMatchObject([{ replies: [{ body: 'جواب من', pending: false, own: true }] }])
})

test('a comment the house took down is gone from the page, although this device had it', async () => {
  await write('ناروا')
  await drainOutbox()
  const own = await ownComments(card.id)
  const empty = { data: [], meta: { currentPage: 1, lastPage: 1, perPage: 24, total: 0, from: null, to: null } }
  expect(layOver(empty, Date.now() - 60_000, own)).toMatchObject([{ body: 'ناروا' }])
  expect(layOver(empty, Date.now() + 120_000, own)).toEqual([])
})

test('a page that was on its way while a comment was taken does not hide it', async () => {
  const early = await topComments(card.id).fetch({})
  await write('هم‌زمان')
  await drainOutbox()
  const arrived = Date.now() + 1
  expect(layOver(early, arrived, await ownComments(card.id))).toMatchObject([{ body: 'هم‌زمان', pending: false }])
})

const wish = { name: 'شب‌های روشن', type: 'movie' as const, year: 1381 + 621 }

test('a request made offline is listed as waiting, arrives once, and its fate comes back', async () => {
  device.goOffline()
  await sendRequest(wish)
  expect((await myRequests())?.items).toMatchObject([{ ...wish, pending: true, status: 'waiting', id: undefined }])
  await comeBack()
  await requestsPull.refresh(await personal(), {})
  expect(await myRequests()).toMatchObject({ loaded: true, items: [{ ...wish, pending: false, status: 'waiting' }] })
})

test('a request whose answer was lost is listed once', async () => {
  device.weather = 'answer-lost'
  await sendRequest(wish)
  await drainOutbox()
  device.goOnline()
  await requestsPull.refresh(await personal(), {})
  expect((await myRequests())?.items).toHaveLength(1)
  await comeBack()
  expect((await myRequests())?.items).toMatchObject([{ pending: false }])
})

test('a request the server already has fails with its words, and the text is not lost', async () => {
  await sendRequest(wish)
  await sendRequest(wish)
  await drainOutbox()
  const state = await syncState()
  expect(state?.failed).toMatchObject([{ kind: 'requests.create', lastError: { status: 409 } }])
  expect(state?.failed[0]?.lastError?.message).toMatch(/[آ-ی]/)
})

async function tell(count: number) {
  for (let at = 0; at < count; at++) {
    const news = {
      kind: 'other' as const,
      title: `خبر ${at}`,
      body: '',
      path: null,
      occasion: `test:${at}:${Math.random()}`,
    }
    await notify({ database: device.server.database, clock: device.server.now }, member.id, news)
  }
  await notificationsPull.refresh(await personal(), {})
}

test('notifications are read without a network, and many marks are one sending', async () => {
  await tell(3)
  expect(await unreadCount()).toBe(3)
  device.goOffline()
  for (const { id } of (await myNotifications())?.items ?? []) await markRead([id])
  expect(await unreadCount()).toBe(0)
  expect((await syncState())?.waiting).toHaveLength(1)
  await comeBack()
  expect(posted('/api/user/notifications')).toBe(1)
  expect(await unreadCount()).toBe(0)
  const { json } = await member.get('/api/user/notifications')
  expect(json.data.every(({ readAt }: { readAt: string | null }) => readAt !== null)).toBe(true)
})

test('marks taken in by later ones are not lost, whatever became of the first sending', async () => {
  await tell(3)
  const ids = (await myNotifications())?.items.map(({ id }) => id) ?? []
  device.goOffline()
  await markRead(ids.slice(0, 1))
  await drainOutbox()
  await markRead(ids.slice(1, 2))
  expect((await syncState())?.waiting).toMatchObject([{ payload: { read: [ids[0], ids[1]] } }])
  await markAllRead()
  await comeBack()
  expect(await unreadCount()).toBe(0)
})

test('"all" means what was there to be seen: what came later stays unread', async () => {
  await tell(2)
  device.goOffline()
  await markAllRead()
  device.goOnline()
  await notify({ database: device.server.database, clock: () => new Date(Date.now() + 1000) }, member.id, {
    ...{ kind: 'other', title: 'تازه', body: '', path: null, occasion: `later:${Math.random()}` },
  })
  await comeBack()
  await notificationsPull.refresh(await personal(), {})
  expect((await myNotifications())?.items.filter(({ readAt }) => !readAt)).toMatchObject([{ title: 'تازه' }])
})

test('an older page does not make unread what was read', async () => {
  await tell(1)
  const before = await member.get('/api/user/notifications?since=')
  const [only] = (await myNotifications())?.items ?? []
  await markRead([only?.id ?? ''])
  await drainOutbox()
  const database = await personal()
  await database.meta.delete('cursor:notifications')
  const raised = { ...before.json, data: before.json.data.map((row: object) => ({ ...row, version: 999 })) }
  device.weather = (path) => (path.includes('since=') ? Response.json(raised) : undefined)
  await notificationsPull.refresh(database, {})
  expect(await unreadCount()).toBe(0)
})

test('marks beyond what one call takes are more calls', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => `01890a5d-ac96-774b-bcce-${String(at).padStart(12, '0')}`)
  await setRead({ read: ids.slice(0, 500), until: null })
  await setRead({ read: ids.slice(500), until: null })
  expect((await syncState())?.waiting).toHaveLength(2)
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

const watch = (position: number, isLast = false) =>
  setPosition({ titleId: card.id, card, position, duration: 6000, isLast })
const onServer = async () => (await member.get('/api/user/history')).json.data

test('positions of a playing film are one entry and one sending per window, and the last is always sent', async () => {
  for (let second = 0; second < 40; second += 5) await watch(second)
  const [entry] = (await syncState())?.waiting ?? []
  expect((await syncState())?.waiting).toHaveLength(1)
  const { nextAt } = await drainOutbox()
  expect(nextAt).toBe(entry?.nextAt)
  expect(posted(`/api/user/history/${card.id}`)).toBe(0)
  expect(await watchedState(card.id)).toMatchObject({ position: 35, pending: true })
  await watch(36, true)
  await drainOutbox()
  expect(posted(`/api/user/history/${card.id}`)).toBe(1)
  expect(await onServer()).toMatchObject([{ titleId: card.id, position: 36 }])
  expect(await watchedState(card.id)).toMatchObject({ position: 36, pending: false })
})

test('the window does not move on with every position: it ends when it would have', async () => {
  await watch(1)
  const [first] = (await syncState())?.waiting ?? []
  await watch(2)
  const [second] = (await syncState())?.waiting ?? []
  expect(second?.nextAt).toBe(first?.nextAt)
  expect(second?.key).not.toBe(first?.key)
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0)
})

test('an older position from the server never lies over a newer one from here', async () => {
  await watch(100, true)
  await drainOutbox()
  device.goOffline()
  await watch(500, true)
  device.goOnline()
  await historyPull.refresh(await personal(), {})
  expect(await watchedState(card.id)).toMatchObject({ position: 500 })
})

test('a position sent late does not undo a newer one of another device', async () => {
  device.goOffline()
  await watch(100, true)
  const { outbox } = await personal()
  await outbox.toCollection().modify({ createdAt: Date.now() - 60_000 })
  const elsewhere = await member.signIn()
  await elsewhere.post(`/api/user/history/${card.id}`, { position: 900, duration: 6000 })
  await comeBack()
  expect(await onServer()).toMatchObject([{ position: 900 }])
  expect(await watchedState(card.id)).toMatchObject({ position: 900, pending: false })
})

test('marks of other episodes come along when the next one takes over', async () => {
  device.goOffline()
  const episode = (episodeId: number, position: number) =>
    setPosition({ titleId: card.id, card, episodeId, position, duration: 3000, isLast: true })
  await episode(1, 2900)
  await episode(2, 10)
  await episode(2, 20)
  const [entry] = (await syncState())?.waiting ?? []
  expect((await syncState())?.waiting).toHaveLength(1)
  expect(entry?.payload).toMatchObject({ episodeId: 2, position: 20, earlier: [{ episodeId: 1, position: 2900 }] })
  const shown = await watchedState(card.id)
  expect(shown?.episodes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ episodeId: 1, position: 2900 }),
      expect.objectContaining({ episodeId: 2, position: 20 }),
    ]),
  )
})

test('what is taken off the history is gone with what was waiting, and a later position follows in its order', async () => {
  await watch(100, true)
  await drainOutbox()
  device.goOffline()
  await watch(200)
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  expect((await watchedTitles())?.items).toEqual([])
  expect((await syncState())?.waiting).toMatchObject([{ kind: 'history.remove' }])
  await watch(5, true)
  expect((await syncState())?.waiting).toMatchObject([{ kind: 'history.remove' }, { kind: 'history.setPosition' }])
  expect(await watchedState(card.id)).toMatchObject({ position: 5 })
  await comeBack()
  expect(await onServer()).toMatchObject([{ position: 5 }])
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  await drainOutbox()
  expect(await onServer()).toEqual([])
  expect((await watchedTitles())?.items).toEqual([])
})

const pullAll = async () => {
  for (const pull of pulls) await pull.refresh(await personal(), {})
}
const syncedAt = async () => (await syncState())?.syncedAt

test('only what the server answers makes a list younger: having nothing to send offline does not', async () => {
  await pullAll()
  const before = await syncedAt()
  expect(before).toBeTypeOf('number')
  device.goOffline()
  clock.now = () => Date.now() + 3 * 86_400_000
  const drainer = startDrainer({ onWaiting: () => undefined })
  await drainer.wakeUp()
  await drainer.resume()
  drainer.stop()
  for (const pull of pulls) await expect(pull.refresh(await personal(), {})).rejects.toThrow()
  expect(await syncedAt()).toBe(before)
  expect(await lastPulled(historyPull)).toBeLessThanOrEqual(Date.now())
})

test('each list tells its own age, and all of them that of the oldest', async () => {
  expect(await syncedAt()).toBeUndefined()
  await pullAll()
  const before = await syncedAt()
  const later = Date.now() + 3_600_000
  clock.now = () => later
  await historyPull.refresh(await personal(), {})
  expect(await lastPulled(historyPull)).toBe(later)
  expect(await lastPulled(notificationsPull)).toBeLessThan(later)
  expect(await syncedAt()).toBe(before)
  await pullAll()
  expect(await syncedAt()).toBe(later)
})

test('what an older version noted, and what lies ahead of the clock, is not taken for an age', async () => {
  await pullAll()
  const { meta } = await personal()
  await meta.put({ key: 'syncedAt', value: Date.now() })
  await meta.put({ key: 'pulled:history', value: 'yesterday' })
  expect(await lastPulled(historyPull)).toBeUndefined()
  expect(await syncedAt()).toBe('once')
  await meta.put({ key: 'pulled:history', value: Date.now() + 365 * 86_400_000 })
  expect(await lastPulled(historyPull)).toBeUndefined()
  expect(await syncedAt()).toBe('once')
})
