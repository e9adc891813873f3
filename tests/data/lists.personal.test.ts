import { afterEach, expect, test } from 'vitest'
import { reviseComment, sendComment, topComments } from '#data/areas/comments.ts'
import { drainOutbox, startDrainer } from '#data/areas/drain.ts'
import { historyPull, removeFromHistory, setPosition, watchedState, watchedTitles } from '#data/areas/history.ts'
import { pulls } from '#data/areas/kinds.ts'
import { mergeComments } from '#data/areas/mergeComments.ts'
import {
  markAllRead,
  markRead,
  myNotifications,
  notificationsPull,
  setRead,
  unreadCount,
} from '#data/areas/notifications.ts'
import { ownComments } from '#data/areas/ownComments.ts'
import { myRequests, requestsPull, sendRequest } from '#data/areas/requests.ts'
import { syncState } from '#data/areas/syncState.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { lastPulled } from '#data/sync/syncState.ts'
import { comments as commentsTable } from '#server/database/schema/comments.ts'
import { notify } from '#server/notifications/notify.ts'
import { card, device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()
afterEach(() => {
  clock.now = Date.now
})

const postsTo = (path: string) => device.sent.filter((line) => line === `POST ${path}`).length

/** The comments of the title as its page shows them. */
async function comments(): Promise<{ shown: ReturnType<typeof mergeComments>; bodies: string[] }> {
  const page = await topComments(card.id).fetch({})
  const shown = mergeComments(page, await ownComments(card.id))
  return { shown, bodies: shown.map(({ body }) => body) }
}
const writeComment = (body: string) => sendComment({ titleId: card.id, body, name: card.titleFa })

test('shows a comment written offline at once, and once after it was sent', async () => {
  device.goOffline()
  await writeComment('چه فیلمی!')
  expect((await ownComments(card.id)).pending).toMatchObject([
    { body: 'چه فیلمی!', pending: true, author: member.name },
  ])
  await device.reconnect({ all: true })
  const { shown } = await comments()
  expect(shown).toMatchObject([{ body: 'چه فیلمی!', pending: false, own: true }])
  expect(shown[0]?.id).toBeGreaterThan(0)
})

test('shows and stores a comment once when the response was lost', async () => {
  device.network = 'answer-lost'
  await writeComment('چه فیلمی!')
  await drainOutbox()
  device.goOnline()
  expect((await comments()).shown).toMatchObject([{ body: 'چه فیلمی!', own: true, pending: true }])
  await device.reconnect({ all: true })
  expect((await comments()).bodies).toEqual(['چه فیلمی!'])
  expect((await member.get(`/api/titles/${card.id}/topcomments`)).json.meta.total).toBe(1)
})

test('stores the same text twice as two comments with a key each', async () => {
  device.network = 'twice'
  await writeComment('باز هم دیدم')
  await writeComment('باز هم دیدم')
  await drainOutbox()
  device.goOnline()
  expect((await comments()).bodies).toEqual(['باز هم دیدم', 'باز هم دیدم'])
})

test('edits a comment until the first delivery attempt and not afterwards', async () => {
  device.goOffline()
  await writeComment('اول')
  const [first] = (await ownComments(card.id)).pending
  expect(await reviseComment(first?.key ?? '', { body: 'دوم شد', spoiler: true })).toBe(true)
  expect((await ownComments(card.id)).pending).toMatchObject([{ body: 'دوم شد', spoiler: true, editable: true }])
  await drainOutbox()
  const [tried] = (await ownComments(card.id)).pending
  expect(tried).toMatchObject({ editable: false })
  expect(await reviseComment(tried?.key ?? '', { body: 'سوم شد', spoiler: false })).toBe(false)
  await device.reconnect({ all: true })
  expect((await comments()).bodies).toEqual(['دوم شد'])
})

test('shows a reply below its comment, pending and sent', async () => {
  await writeComment('سؤال دارم')
  await drainOutbox()
  const [question] = (await comments()).shown
  await sendComment({ titleId: card.id, body: 'جواب من', replyTo: question?.id ?? 0, name: '' })
  expect((await comments()).shown).toMatchObject([{ replies: [{ body: 'جواب من', pending: true }] }])
  await drainOutbox()
  expect((await comments()).shown).toMatchObject([{ replies: [{ body: 'جواب من', pending: false, own: true }] }])
})

test('removes a moderated comment from the page although the device still has it', async () => {
  await writeComment('ناروا')
  await drainOutbox()
  expect((await comments()).bodies).toEqual(['ناروا'])
  await device.server.database.update(commentsTable).set({ hiddenAt: new Date() })
  expect((await comments()).bodies).toEqual([])
})

test('keeps a new comment visible on an older page, whatever the clock says', async () => {
  const path = `/api/titles/${card.id}/topcomments`
  const older = (await member.get(path)).json
  const olderPage = await topComments(card.id).fetch({})
  clock.now = () => Date.now() - 86_400_000
  await writeComment('هم‌زمان')
  await drainOutbox()
  const own = { body: 'هم‌زمان', pending: false }
  expect(mergeComments(olderPage, await ownComments(card.id))).toMatchObject([own])
  // A cache of the server answers the older page also to a later call.
  device.network = (asked) => (asked.startsWith(path) ? Response.json(older) : undefined)
  expect((await comments()).shown).toMatchObject([own])
})

const request = { name: 'شب‌های روشن', type: 'movie' as const, year: 1381 + 621 }

test('shows a request made offline as waiting, sends it once and updates its status', async () => {
  device.goOffline()
  await sendRequest(request)
  expect((await myRequests())?.items).toMatchObject([{ ...request, pending: true, status: 'waiting', id: undefined }])
  await device.reconnect({ all: true })
  await requestsPull.refresh(await personalDatabase(), {})
  expect(await myRequests()).toMatchObject({ loaded: true, items: [{ ...request, pending: false, status: 'waiting' }] })
})

test('lists a request once when its response was lost', async () => {
  device.network = 'answer-lost'
  await sendRequest(request)
  await drainOutbox()
  device.goOnline()
  await requestsPull.refresh(await personalDatabase(), {})
  expect((await myRequests())?.items).toHaveLength(1)
  await device.reconnect({ all: true })
  expect((await myRequests())?.items).toMatchObject([{ pending: false }])
})

test("fails a duplicate request with the server's message and keeps its text", async () => {
  await sendRequest(request)
  await sendRequest(request)
  await drainOutbox()
  const state = await syncState()
  expect(state?.failed).toMatchObject([{ kind: 'requests.create', lastError: { status: 409 } }])
  expect(state?.failed[0]?.lastError?.message).toMatch(/[آ-ی]/)
})

async function sendNotifications(count: number) {
  for (let at = 0; at < count; at++) {
    const notification = {
      kind: 'other' as const,
      title: `خبر ${at}`,
      body: '',
      path: null,
      occasion: `test:${at}:${Math.random()}`,
    }
    await notify({ database: device.server.database, clock: device.server.now }, member.id, notification)
  }
  await notificationsPull.refresh(await personalDatabase(), {})
}

test('marks notifications as read offline and sends the marks in one request', async () => {
  await sendNotifications(3)
  expect(await unreadCount()).toBe(3)
  device.goOffline()
  for (const { id } of (await myNotifications())?.items ?? []) await markRead([id])
  expect(await unreadCount()).toBe(0)
  expect((await syncState())?.waiting).toHaveLength(1)
  await device.reconnect({ all: true })
  expect(postsTo('/api/user/notifications')).toBe(1)
  expect(await unreadCount()).toBe(0)
  const { json } = await member.get('/api/user/notifications')
  expect(json.data.map(({ readAt }: { readAt: string | null }) => readAt !== null)).toEqual([true, true, true])
})

test('keeps read marks that a later mutation has merged, whatever the first attempt did', async () => {
  await sendNotifications(3)
  const ids = (await myNotifications())?.items.map(({ id }) => id) ?? []
  device.goOffline()
  await markRead(ids.slice(0, 1))
  await drainOutbox()
  await markRead(ids.slice(1, 2))
  expect((await syncState())?.waiting).toMatchObject([{ payload: { read: [ids[0], ids[1]] } }])
  await markAllRead()
  await device.reconnect({ all: true })
  expect(await unreadCount()).toBe(0)
})

test('marks only the notifications that existed when the user chose "all"', async () => {
  await sendNotifications(2)
  device.goOffline()
  await markAllRead()
  device.goOnline()
  await notify({ database: device.server.database, clock: () => new Date(Date.now() + 1000) }, member.id, {
    ...{ kind: 'other', title: 'تازه', body: '', path: null, occasion: `later:${Math.random()}` },
  })
  await device.reconnect({ all: true })
  await notificationsPull.refresh(await personalDatabase(), {})
  expect((await myNotifications())?.items.filter(({ readAt }) => !readAt)).toMatchObject([{ title: 'تازه' }])
})

test('keeps notifications read when an older page arrives', async () => {
  await sendNotifications(1)
  const before = await member.get('/api/user/notifications?since=')
  const [only] = (await myNotifications())?.items ?? []
  await markRead([only?.id ?? ''])
  await drainOutbox()
  const database = await personalDatabase()
  await database.meta.delete('cursor:notifications')
  const newerVersions = { ...before.json, data: before.json.data.map((row: object) => ({ ...row, version: 999 })) }
  device.network = (path) => (path.includes('since=') ? Response.json(newerVersions) : undefined)
  await notificationsPull.refresh(database, {})
  expect(await unreadCount()).toBe(0)
})

test('splits read marks above the limit of a call', async () => {
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

test('merges the positions of a playing film into one request per window and always sends the last', async () => {
  for (let second = 0; second < 40; second += 5) await watch(second)
  const [entry] = (await syncState())?.waiting ?? []
  expect((await syncState())?.waiting).toHaveLength(1)
  const { nextAt } = await drainOutbox()
  expect(nextAt).toBe(entry?.nextAt)
  expect(postsTo(`/api/user/history/${card.id}`)).toBe(0)
  expect(await watchedState(card.id)).toMatchObject({ position: 35, pending: true })
  await watch(36, true)
  await drainOutbox()
  expect(postsTo(`/api/user/history/${card.id}`)).toBe(1)
  expect(await onServer()).toMatchObject([{ titleId: card.id, position: 36 }])
  expect(await watchedState(card.id)).toMatchObject({ position: 36, pending: false })
})

test('does not extend the window with each position', async () => {
  await watch(1)
  const [first] = (await syncState())?.waiting ?? []
  await watch(2)
  const [second] = (await syncState())?.waiting ?? []
  expect(second?.nextAt).toBe(first?.nextAt)
  expect(second?.key).not.toBe(first?.key)
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0)
})

test('never shows an older server position over a newer local one', async () => {
  await watch(100, true)
  await drainOutbox()
  device.goOffline()
  await watch(500, true)
  device.goOnline()
  await historyPull.refresh(await personalDatabase(), {})
  expect(await watchedState(card.id)).toMatchObject({ position: 500 })
})

test('does not replace a newer position of another device with one that was sent late', async () => {
  device.goOffline()
  await watch(100, true)
  const { outbox } = await personalDatabase()
  await outbox.toCollection().modify({ createdAt: Date.now() - 60_000 })
  const elsewhere = await member.signIn()
  await elsewhere.post(`/api/user/history/${card.id}`, { position: 900, duration: 6000 })
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 900 }])
  expect(await watchedState(card.id)).toMatchObject({ position: 900, pending: false })
})

test('sends the positions of earlier episodes together with the current one', async () => {
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

test('removes a title from the history with its pending position and sends a later one after the removal', async () => {
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
  await device.reconnect({ all: true })
  expect(await onServer()).toMatchObject([{ position: 5 }])
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  await drainOutbox()
  expect(await onServer()).toEqual([])
  expect((await watchedTitles())?.items).toEqual([])
})

const pullAll = async () => {
  for (const pull of pulls) await pull.refresh(await personalDatabase(), {})
}
const syncedAt = async () => (await syncState())?.syncedAt

test("updates a list's age only after a response, not after an offline drain of an empty outbox", async () => {
  await pullAll()
  const before = await syncedAt()
  expect(before).toBeTypeOf('number')
  device.goOffline()
  clock.now = () => Date.now() + 3 * 86_400_000
  const drainer = startDrainer({ onWaiting: () => undefined })
  await drainer.wakeUp()
  await drainer.resume()
  drainer.stop()
  for (const pull of pulls) await expect(pull.refresh(await personalDatabase(), {})).rejects.toThrow()
  expect(await syncedAt()).toBe(before)
  expect(await lastPulled(historyPull)).toBeLessThanOrEqual(Date.now())
})

test('reports the age of each list, and the oldest for all of them', async () => {
  expect(await syncedAt()).toBeUndefined()
  await pullAll()
  const before = await syncedAt()
  const later = Date.now() + 3_600_000
  clock.now = () => later
  await historyPull.refresh(await personalDatabase(), {})
  expect(await lastPulled(historyPull)).toBe(later)
  expect(await lastPulled(notificationsPull)).toBeLessThan(later)
  expect(await syncedAt()).toBe(before)
  await pullAll()
  expect(await syncedAt()).toBe(later)
})

test('ignores ages that an older version wrote and those ahead of the clock', async () => {
  await pullAll()
  const { meta } = await personalDatabase()
  await meta.put({ key: 'syncedAt', value: Date.now() })
  await meta.put({ key: 'pulled:history', value: 'yesterday' })
  expect(await lastPulled(historyPull)).toBeUndefined()
  expect(await syncedAt()).toBe('once')
  await meta.put({ key: 'pulled:history', value: Date.now() + 365 * 86_400_000 })
  expect(await lastPulled(historyPull)).toBeUndefined()
  expect(await syncedAt()).toBe('once')
})
