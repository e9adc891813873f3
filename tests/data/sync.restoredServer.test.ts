import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { changeComment } from '#data/areas/commentChanges.ts'
import { sendComment } from '#data/areas/comments.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { removeFromHistory, setPosition, watchedTitles } from '#data/areas/history.ts'
import { pulls } from '#data/areas/kinds.ts'
import { notificationSettings, setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { ownComments } from '#data/areas/ownComments.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { myRequests, sendRequest } from '#data/areas/requests.ts'
import { savedTitles, setSaved } from '#data/areas/watchlist.ts'
import { deleteSurplusRows } from '#data/database/evictExpired.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { createDevice, idsOf, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import { backUp, newFolder, restoreInto } from '#tests/harness/fixtures/backups.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type Caller, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

/** Restoring takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

let device: TestDevice
let member: Member
let cards: TitleCard[]
let folder: string
let restored: TestServer | undefined
beforeEach(async () => {
  folder = await newFolder()
  device = await createDevice()
  cards = await popularCards(device.server, 6)
  member = await device.registerMember()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
  await restored?.close()
  restored = undefined
  await rm(folder, { recursive: true })
})

const card = (index: number) => cards[index] ?? expect.fail('the small catalogue is too small')
const save = (index: number, saved = true) => setSaved({ titleId: card(index).id, saved, card: card(index) })
const watch = (index: number, position: number) =>
  setPosition({
    ...{ titleId: card(index).id, card: card(index), fileId: null, episodeId: null, position, duration: 5_400 },
    ...{ earlier: [], isLast: true },
  })
const pullAll = async () => {
  const database = await personalDatabase()
  for (const pull of pulls) await pull.refresh(database, {})
}
const film = (name: string) => ({ name, type: 'movie' as const, year: 2001, imdb: null, note: null })

/** Replaces the server by one that was restored from the backup. Returns its callers, signed in as before. */
async function restoreServer(...callers: Caller[]): Promise<Caller[]> {
  await restored?.close()
  restored = await startServer({ connection: await restoreInto('pglite', `${folder}/backup`) })
  device.server = restored
  return callers.map(({ token }) => Object.assign(device.server.createGuest(), { token }))
}

type Cell = number | string
/** Changes that a test makes within the same few ms may change places when they are sent again. */
const byTitle = (rows: [titleId: number, ...Cell[]][] = []) => rows.toSorted(([one], [other]) => one - other)

/** The user's data as this device shows it. */
async function view() {
  const [saved, watched, requests] = [await savedTitles(), await watchedTitles(), await myRequests()] as const
  return {
    pending: (await (await personalDatabase()).outbox.toArray()).map(({ entity, status }) => `${entity} ${status}`),
    saved: byTitle(saved?.items.map(({ titleId, savedAt }) => [titleId, savedAt])),
    watched: byTitle(watched?.items.map(({ titleId, position, watchedAt }) => [titleId, position, watchedAt])),
    requests: requests?.items.map(({ name }) => name),
    likes: await Promise.all(cards.map(async ({ id }) => (await likeState(id)).liked)),
    settings: (await notificationSettings())?.muted,
    comments: (await ownComments(card(0).id)).acknowledged.map(({ body, deleted }) => [body, deleted]),
  }
}
/** A copy in which every time, in ms, is what `change` makes of it. */
const withTimes = (rows: unknown, change: (ms: number) => unknown = (ms) => ms) =>
  JSON.parse(JSON.stringify(rows), (_, value) =>
    typeof value === 'string' && /^\d{4}-.*Z$/.test(value) ? change(Date.parse(value)) : value,
  )
/** The server knows the times of what is sent again by its age: they may differ by less than 5 s. */
const expectSame = (rows: unknown, expected: unknown) =>
  expect(withTimes(rows)).toEqual(withTimes(expected, (ms) => expect.closeTo(ms, -4)))

/** Delivers a change before a backup and one after it. */
async function saveAroundBackup(): Promise<void> {
  await save(0)
  await drainOutbox()
  await pullAll()
  await backUp(device.server.database, folder)
  await save(1)
  await drainOutbox()
}

test('a device that is ahead of a restored server keeps its lists, and the server gets them back', async () => {
  for (const index of [0, 1]) await save(index)
  await watch(0, 100)
  await sendRequest(film('پیش از پشتیبان'))
  await drainOutbox()
  await pullAll()
  await backUp(device.server.database, folder)

  await save(0, false)
  for (const index of [2, 3]) await save(index)
  await watch(0, 200)
  await watch(1, 300)
  await setLiked({ titleId: card(2).id, liked: true, name: '' })
  await sendRequest(film('پس از پشتیبان'))
  await sendComment({ titleId: card(0).id, body: 'نظر تازه', name: '' })
  await setNotificationSetting({ name: 'released', value: false })
  await drainOutbox()
  await pullAll()
  const before = await view()
  expect(before.pending).toEqual([])

  const [caller = member] = await restoreServer(member)
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(0), card(1)]))
  await pullAll()
  expect((await view()).saved?.map(([id]) => id)).toEqual(before.saved?.map(([id]) => id))
  await drainOutbox()
  await pullAll()
  expectSame(await view(), before)
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(1), card(2), card(3)]))
  const history = (await caller.get('/api/user/history')).json.data
  expect(history.map(({ titleId, position }: { titleId: number; position: number }) => [titleId, position])).toEqual(
    before.watched?.map(([id, position]) => [id, position]),
  )
  const requests = (await caller.get('/api/user/requests')).json.data
  expect(requests.map(({ name }: { name: string }) => name)).toEqual(before.requests)
  expect((await caller.get(`/api/titles/${card(2).id}`)).json.data.viewer.liked).toBe(true)
  const comments = (await caller.get(`/api/titles/${card(0).id}/topcomments`)).json.data
  expect(comments.map(({ body }: { body: string }) => body)).toEqual(['نظر تازه'])
})

test('later mutations of such a device take effect, also before its first pull', async () => {
  await save(0)
  await drainOutbox()
  await pullAll()
  await backUp(device.server.database, folder)
  for (let round = 0; round < 5; round++) {
    await save(0, round % 2 === 1)
    await drainOutbox()
  }
  const [caller = member] = await restoreServer(member)
  await save(1)
  await save(0)
  await drainOutbox()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(0), card(1)]))
  expect((await savedTitles())?.items.every(({ pending }) => !pending)).toBe(true)
  await pullAll()
  await drainOutbox()
  await pullAll()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(0), card(1)]))
  await save(0, false)
  await drainOutbox()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(1)]))
  expect((await savedTitles())?.items.map(({ titleId }) => titleId)).toEqual([card(1).id])
})

test('the server starts lists over also when its counter has overtaken the device', async () => {
  await saveAroundBackup()
  await pullAll()
  const elsewhere = await member.signIn()
  const [other = elsewhere] = await restoreServer(elsewhere)
  // The token of the other device is younger than the backup.
  expect((await other.get('/api/user/watchlist')).status).toBe(401)
  const [caller = member] = await restoreServer(member)
  for (const index of [2, 3, 4, 5]) await createMutationClient(caller).save(card(index).id, true)
  await pullAll()
  await drainOutbox()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([0, 1, 2, 3, 4, 5].map(card)))
  expect((await savedTitles())?.items).toHaveLength(6)
})

test('of two devices the later change wins, whichever returns first', async () => {
  const other = createMutationClient(await member.signIn())
  await save(0)
  await drainOutbox()
  await backUp(device.server.database, folder)
  await save(1)
  await drainOutbox()
  await other.save(card(1).id, false)
  await pullAll()
  const [caller = member] = await restoreServer(member)
  // The other device sends its removal again, with the age that it has by now.
  await createMutationClient(caller).save(card(1).id, false, { age: 0 })
  await pullAll()
  await drainOutbox()
  await pullAll()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(0)]))
  expect((await savedTitles())?.items.map(({ titleId }) => titleId)).toEqual([card(0).id])
})

test('sends delivered mutations again once per restore, although each list starts over', async () => {
  await saveAroundBackup()
  await pullAll()
  for (const restore of [1, 2]) {
    await restoreServer(member)
    device.sent.length = 0
    const database = await personalDatabase()
    for (const pull of pulls) {
      await pull.refresh(database, {})
      await drainOutbox()
    }
    const sent = device.sent.filter((call) => call.startsWith('POST'))
    expect(sent, `restore ${restore}`).toEqual([0, 1].map((index) => `POST /api/user/watchlist/${card(index).id}`))
    expect((await savedTitles())?.items).toHaveLength(2)
  }
})

test('loses no delivered mutation to a second restore before any list could be fetched', async () => {
  await saveAroundBackup()
  await restoreServer(member)
  device.network = (path) =>
    path.endsWith('since=&limit=500') ? Response.json({ message: '' }, { status: 503 }) : undefined
  await expect(pullAll()).rejects.toThrow()
  await drainOutbox()
  device.network = 'up'
  const [caller = member] = await restoreServer(member)
  await pullAll()
  await drainOutbox()
  expect(await savedOnServer(caller as Member)).toEqual(idsOf([card(0), card(1)]))
})

test('a server that has everything applies nothing twice', async () => {
  await save(0)
  await watch(0, 100)
  await sendRequest(film('یک بار'))
  await sendComment({ titleId: card(0).id, body: 'یک بار', name: '' })
  await drainOutbox()
  await pullAll()
  await backUp(device.server.database, folder)
  const before = await view()
  const [caller = member] = await restoreServer(member)
  await pullAll()
  expect((await ownComments(card(0).id)).pending).toEqual([])
  await drainOutbox()
  await pullAll()
  expect(await view()).toEqual(before)
  expect((await caller.get('/api/user/requests')).json.data).toHaveLength(1)
  expect((await caller.get(`/api/titles/${card(0).id}/topcomments`)).json.data).toHaveLength(1)
})

test('a deleted comment is not created again, and a removed title stays out of the history', async () => {
  await backUp(device.server.database, folder)
  await sendComment({ titleId: card(0).id, body: 'پاک می‌شود', name: '' })
  await watch(0, 100)
  await drainOutbox()
  const [comment] = (await ownComments(card(0).id)).acknowledged
  if (!comment) throw new Error('the comment was not acknowledged')
  const change = { commentId: comment.id, titleId: card(0).id, name: '', body: comment.body, spoiler: false }
  await changeComment({ ...change, deleted: true })
  await removeFromHistory({ titleId: card(0).id, name: '' })
  await drainOutbox()
  const [caller = member] = await restoreServer(member)
  await pullAll()
  await drainOutbox()
  expect((await caller.get(`/api/titles/${card(0).id}/topcomments`)).json.data).toEqual([])
  expect((await caller.get('/api/user/history')).json.data).toEqual([])
  expect((await watchedTitles())?.items).toEqual([])
})

test('keeps delivered mutations for 14 days, the last of each state', async () => {
  for (const saved of [true, false, true]) {
    await save(0, saved)
    await drainOutbox()
  }
  for (const position of [10, 20, 30]) {
    await watch(0, position)
    await drainOutbox()
  }
  await sendRequest(film('یک'))
  await sendRequest(film('دو'))
  await drainOutbox()
  const database = await personalDatabase()
  expect((await database.delivered.toArray()).map(({ entry }) => entry.kind).toSorted()).toEqual([
    ...['history.setPosition', 'requests.create', 'requests.create', 'watchlist.setSaved'],
  ])
  await deleteSurplusRows(database)
  expect(await database.delivered.count()).toBe(4)
  const now = clock.now()
  vi.spyOn(clock, 'now').mockReturnValue(now + 15 * 86_400_000)
  await deleteSurplusRows(database)
  expect(await database.delivered.count()).toBe(0)
})
