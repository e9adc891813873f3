import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { savedTitles, setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import type { Caller, Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let elsewhere: Caller
let cards: TitleCard[]

beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 6)
  member = await device.registerMember()
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
const pull = async () => watchlistPull.refresh(await personalDatabase(), {})
const shown = async () => (await savedTitles())?.items.map(({ titleId }) => titleId)

test('shows titles that another device saved, newest first, and hides removed ones', async () => {
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

test("does not pull another user's list when only the token cookie has changed", async () => {
  const other = await device.server.createUser()
  await other.post(`/api/user/watchlist/${idOf(0)}`, { saved: true })
  await saveElsewhere(1)
  writeCookie(TOKEN_COOKIE, other.token, 1)
  await pull()
  expect(await shown()).toEqual([idOf(1)])
})

test('fetches only changes on the second pull', async () => {
  await saveElsewhere(0)
  await pull()
  device.sent.length = 0
  await pull()
  expect(device.sent).toHaveLength(1)
  expect(device.sent[0]).toMatch(/since=[^&]+/)
})

test('does not overwrite newer rows when two tabs pull for the first time', async () => {
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
  const { meta } = await personalDatabase()
  const cursor = (await meta.get('cursor:watchlist'))?.value
  expect(cursor).toMatch(/^2\./)
  expect(await shown()).toEqual([idOf(1), idOf(0)])
})

test('keeps pending mutations visible after a pull', async () => {
  await saveElsewhere(0)
  await pull()
  device.goOffline()
  await saveHere(0, false)
  await saveHere(1)
  device.goOnline()
  await pull()
  expect(await shown()).toEqual([idOf(1)])
})

test('does not restore a removed title from a page fetched before the removal was acknowledged', async () => {
  await saveHere(0)
  await drainOutbox()
  const before = await member.get('/api/user/watchlist?since=')
  await saveHere(0, false)
  await drainOutbox()
  device.network = (path) => (path.includes('since=') ? Response.json(before.json) : undefined)
  await pull()
  expect(await shown()).toEqual([])
})

test('restarts the list when the server refuses the cursor, and keeps pending mutations', async () => {
  await saveElsewhere(0)
  await pull()
  const database = await personalDatabase()
  await database.watchlist.put({ titleId: 424242, savedAt: new Date().toISOString(), version: 1 })
  await database.meta.put({ key: 'cursor:watchlist', value: 'of another time' })
  device.goOffline()
  await saveHere(1)
  device.goOnline()
  await pull()
  expect(await shown()).toEqual([idOf(1), idOf(0)])
})

test('pages through and compares the list of a server without cursors', async () => {
  await saveElsewhere(0)
  await saveElsewhere(1)
  const plain = async (path: string) => (await member.get(path.replace(/since=[^&]*&?/, ''))).json
  const pages = await plain('/api/user/watchlist?per_page=100')
  device.network = (path) => (path.startsWith('/api/user/watchlist') ? Response.json(pages) : undefined)
  await pull()
  expect((await shown())?.toSorted()).toEqual([idOf(0), idOf(1)].toSorted())
  // Removes the last saved, the first saved, and then all titles.
  for (const data of [pages.data.slice(0, 1), pages.data.slice(1), []]) {
    device.network = (path) => (path.startsWith('/api/user/watchlist') ? Response.json({ ...pages, data }) : undefined)
    await pull()
    expect(await shown()).toEqual(data.map(({ titleId }: { titleId: number }) => titleId))
  }
})

test('never empties a list when a fetch fails', async () => {
  await saveElsewhere(0)
  await pull()
  for (const network of [
    'down',
    () => new Response('<html>', { status: 200 }),
    () => Response.json({ data: 'nothing', meta: null }),
    () => Response.json({ message: '' }, { status: 500 }),
  ] as const) {
    device.network = network
    await expect(pull()).rejects.toThrow()
    expect(await shown()).toEqual([idOf(0)])
  }
})

test('skips unreadable rows and shows the others', async () => {
  await saveElsewhere(0)
  await pull()
  const database = await personalDatabase()
  await database.watchlist.bulkPut([
    { titleId: 1_000_001, savedAt: '2026-01-01T00:00:00.000Z', title: { id: 'x' } as never, version: 1 },
    { titleId: 1_000_002, savedAt: 42 as never, version: 1 },
  ])
  const items = (await savedTitles())?.items ?? []
  expect(items.map(({ titleId }) => titleId)).toContain(idOf(0))
})
