import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { savedTitles, setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personal } from '#data/database/personal.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { aDevice, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Caller, Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let elsewhere: Caller
let cards: TitleCard[]

beforeEach(async () => {
  device = await aDevice()
  cards = await someCards(device.server, 6)
  member = await device.aMember()
  elsewhere = await member.signIn()
})
afterEach(() => device.close())

function idOf(index: number): number {
  return cards[index]?.id ?? 0
}
function saveHere(index: number, saved = true) {
  const card = cards[index]
  if (!card) throw new Error('the small catalogue is too small')
  return setSaved({ titleId: card.id, saved, card })
}
const saveElsewhere = (index: number, saved = true) => elsewhere.post(`/api/user/watchlist/${idOf(index)}`, { saved })
const pull = async () => watchlistPull.refresh(await personal(), {})
const shown = async () => (await savedTitles())?.items.map(({ titleId }) => titleId)

test('what another device saved and removed arrives, newest first, and is kept', async () => {
  for (const index of [0, 1, 2]) await saveElsewhere(index)
  expect(await savedTitles()).toMatchObject({ items: [], loaded: false })
  await pull()
  expect(await savedTitles()).toMatchObject({ loaded: true })
  expect(await shown()).toEqual([idOf(2), idOf(1), idOf(0)])
  await saveElsewhere(1, false)
  await pull()
  device.goOffline()
  expect(await shown()).toEqual([idOf(2), idOf(0)])
})

test('a sign-in that got no further than the cookie brings nobody the list of somebody else', async () => {
  const other = await device.server.aUser()
  await other.post(`/api/user/watchlist/${idOf(0)}`, { saved: true })
  await saveElsewhere(1)
  writeCookie(TOKEN_COOKIE, other.token, 1)
  await pull()
  expect(await shown()).toEqual([idOf(1)])
})

test('only what changed is fetched the second time', async () => {
  await saveElsewhere(0)
  await pull()
  device.sent.length = 0
  await pull()
  expect(device.sent).toHaveLength(1)
  expect(device.sent[0]).toMatch(/since=[^&]+/)
})

test('of two tabs that fetch the list for the first time the slower one takes nothing back', async () => {
  await saveElsewhere(0)
  let overtake: (() => Promise<void>) | undefined = async () => {
    overtake = undefined
    await saveElsewhere(1)
    await pull()
  }
  const { request } = device.server
  device.server.request = async (path, init) => {
    const answer = await request(path, init)
    if (path.startsWith('/api/user/watchlist?')) await overtake?.()
    return answer
  }
  await pull()
  const { meta } = await personal()
  const cursor = (await meta.get('cursor:watchlist'))?.value
  expect(cursor).toMatch(/^2\./)
  expect(await shown()).toEqual([idOf(1), idOf(0)])
})

test('a pull does not hide what the person just did', async () => {
  await saveElsewhere(0)
  await pull()
  device.goOffline()
  await saveHere(0, false)
  await saveHere(1)
  device.goOnline()
  await pull()
  expect(await shown()).toEqual([idOf(1)])
})

test('a page that was under way while a removal was acknowledged does not bring the title back', async () => {
  await saveHere(0)
  await drainOutbox()
  const before = await member.get('/api/user/watchlist?since=')
  await saveHere(0, false)
  await drainOutbox()
  device.weather = (path) => (path.includes('since=') ? Response.json(before.json) : undefined)
  await pull()
  expect(await shown()).toEqual([])
})

test('a cursor the server no longer takes starts the list over and leaves waiting changes alone', async () => {
  await saveElsewhere(0)
  await pull()
  const database = await personal()
  await database.watchlist.put({ titleId: 424242, savedAt: new Date().toISOString(), version: 1 })
  await database.meta.put({ key: 'cursor:watchlist', value: 'of another time' })
  device.goOffline()
  await saveHere(1)
  device.goOnline()
  await pull()
  expect(await shown()).toEqual([idOf(1), idOf(0)])
})

test('a server that knows no cursors is paged through and compared', async () => {
  await saveElsewhere(0)
  await saveElsewhere(1)
  const plain = async (path: string) => (await member.get(path.replace(/since=[^&]*&?/, ''))).json
  const pages = await plain('/api/user/watchlist?per_page=100')
  device.weather = (path) => (path.startsWith('/api/user/watchlist') ? Response.json(pages) : undefined)
  await pull()
  expect((await shown())?.toSorted()).toEqual([idOf(0), idOf(1)].toSorted())
  // What was saved last is as gone as what was saved first, and everything as well.
  for (const data of [pages.data.slice(0, 1), pages.data.slice(1), []]) {
    device.weather = (path) => (path.startsWith('/api/user/watchlist') ? Response.json({ ...pages, data }) : undefined)
    await pull()
    expect(await shown()).toEqual(data.map(({ titleId }: { titleId: number }) => titleId))
  }
})

test('a failed fetch never empties a list', async () => {
  await saveElsewhere(0)
  await pull()
  for (const weather of [
    'down',
    () => new Response('<html>', { status: 200 }),
    () => Response.json({ data: 'nothing', meta: null }),
    () => Response.json({ message: '' }, { status: 500 }),
  ] as const) {
    device.weather = weather
    await expect(pull()).rejects.toThrow()
    expect(await shown()).toEqual([idOf(0)])
  }
})

test('rows that nobody can read cost themselves alone', async () => {
  await saveElsewhere(0)
  await pull()
  const database = await personal()
  await database.watchlist.bulkPut([
    { titleId: 1_000_001, savedAt: '2026-01-01T00:00:00.000Z', title: { id: 'x' } as never, version: 1 },
    { titleId: 1_000_002, savedAt: 42 as never, version: 1 },
  ])
  const items = (await savedTitles())?.items ?? []
  expect(items.map(({ titleId }) => titleId)).toContain(idOf(0))
})
