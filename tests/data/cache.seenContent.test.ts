import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueryClient, persistInitialQueries } from '#app/queryClient.ts'
import { refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'
import { collection, collections, collectionTitles } from '#data/areas/collections.ts'
import { genres } from '#data/areas/genres.ts'
import { offlineCatalogue } from '#data/areas/offlineCatalogue.ts'
import { person } from '#data/areas/people.ts'
import { plan, plans } from '#data/areas/premium.ts'
import { shareDestination } from '#data/areas/shareTarget.ts'
import { comingSoon, title, titleSearch } from '#data/areas/titles.ts'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { readJournal } from '#data/database/journal.ts'
import { clearKind, storageUsage } from '#data/downloads/storageUsage.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { clock } from '#data/platform/clock.ts'
import { PERSISTED_QUERIES_KEY } from '#data/platform/persistedQueries.ts'
import { createDevice, popularCard, popularCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeAll(async () => {
  device = await createDevice()
  await device.registerMember()
})
afterAll(async () => {
  await device.close()
})

async function open<Data>(read: Read<Data>): Promise<Data> {
  const data = await read.fetch({})
  await read.store(data)
  return data
}

test('lists everything that was opened, last seen first, and forgets it when the user frees the space', async () => {
  const cards = await popularCards(device.server, 3)
  const [first, second] = cards
  if (!first || !second) throw new Error('the catalogue is empty')
  const [genre] = await open(genres())
  await open(titleSearch({ order_by: 'newest' }))
  await open(titleSearch({ order_by: 'newest', genre: genre?.id ?? 0 }))
  await open(comingSoon({ type: 'all', page: 1 }))
  const [set] = await open(collections())
  await open(collection(set?.id ?? 0))
  await open(title(first.id))
  const now = clock.now
  clock.now = () => now() + 1000
  await open(title(second.id))
  await open(title(second.id, true)).catch(() => undefined)
  clock.now = now

  const seen = await offlineCatalogue(1)
  expect([seen.titles.map(({ id }) => id), seen.titleCount]).toEqual([[second.id], 2])
  expect(seen.genres.map(({ genre: { id } }) => id)).toEqual([genre?.id])
  expect(seen.lists.map(({ name }) => name)).toEqual(['home', 'collections', 'comingSoon'])
  expect(seen.collections.map(({ collection: { id } }) => id)).toEqual([set?.id])
  expect((await storageUsage()).seen).toBeGreaterThan(1000)

  await clearKind('seen')
  const after = await offlineCatalogue(10)
  expect([after.titleCount, after.lists]).toEqual([0, []])
  expect((await storageUsage()).seen).toBe(0)
})

test('links only to addresses that were opened, since others would not load offline', async () => {
  const [genre] = await open(genres())
  const [set] = await open(collections())
  const card = await popularCard(device.server)
  const director = (await open(title(card.id))).directors[0]
  const [cheapest] = await plans().fetch({})
  await clearKind('seen')

  const id = genre?.id ?? 0
  await open(genres())
  for (const search of [
    { order_by: 'votes', page: 2 },
    { order_by: 'votes' },
    { order_by: 'newest', type: 'series', page: 3 },
    { order_by: 'newest', is_dubbed: true },
    { order_by: 'rating', genre: id },
    { order_by: 'votes', q: 'پدرخوانده' },
    { order_by: 'year', q: 'پدرخوانده', genre: id },
  ] as const) {
    await open(titleSearch(search))
  }
  await open(comingSoon({ type: 'series', page: 1 }))
  await open(collection(set?.id ?? 0))
  await open(collectionTitles(set?.id ?? 0, { order: 'year', page: 1 }))
  await open(person(director?.id ?? 0, { role: 'director', order: 'votes', page: 1 }))
  await open(plan(cheapest?.id ?? 0))

  const seen = await offlineCatalogue(1)
  expect(seen.lists).toEqual([
    { name: 'home', search: { order_by: 'votes' } },
    { name: 'series', search: { type: 'series', page: 3 } },
    { name: 'dubbed', search: { is_dubbed: 1 } },
    { name: 'comingSoon', search: { type: 'series' } },
  ])
  expect(seen.genres.map(({ search }) => search)).toEqual([{ order_by: 'rating' }])
  expect(seen.searches).toEqual([{ q: 'پدرخوانده', search: { q: 'پدرخوانده' } }])
  expect(seen.collections.map(({ search }) => search)).toEqual([{ order_by: 'year' }])
  expect(seen.people.map(({ role, search }) => [role, search])).toEqual([['director', { order_by: 'votes' }]])
  expect(seen.plans.map((one) => one.id)).toEqual([cheapest?.id])

  await open(titleSearch({ order_by: 'newest' }))
  await open(plans())
  const later = await offlineCatalogue(1)
  expect(later.lists[0]).toEqual({ name: 'home', search: {} })
  expect([later.plans, later.lists.at(-1)]).toEqual([[], { name: 'plans', search: {} }])
  await clearKind('seen')
})

test('prefetches the lists of the menu, unless data saving is on, and not again at once', async () => {
  const lists = [comingSoon({ type: 'all', page: 1 }), titleSearch({ order_by: 'newest', is_dubbed: true })]
  const cached = async () => (await Promise.all(lists.map((list) => list.look()))).map((look) => look !== undefined)
  const signal = new AbortController().signal
  await clearKind('seen')
  expect(await cached()).toEqual([false, false])

  await storeDataSaver(true)
  await refreshOfflineCopies(signal)
  expect(await cached()).toEqual([false, false])

  await storeDataSaver(false)
  await database.meta.delete('freshenedAt')
  await refreshOfflineCopies(signal)
  expect(await cached()).toEqual([true, true])

  const before = device.sent.length
  await refreshOfflineCopies(signal)
  expect(device.sent.length).toBe(before)
  // A clock that was a year ahead delays nothing.
  await database.meta.put({ key: 'freshenedAt', value: clock.now() + 365 * 86_400_000 })
  await refreshOfflineCopies(signal)
  expect(device.sent.length).toBeGreaterThan(before)
})

test('drops a first screen persisted by another version and logs it for support', async () => {
  const stored = {
    buster: 'older',
    timestamp: clock.now(),
    clientState: { mutations: [], queries: [{ state: 'nonsense' }] },
  }
  localStorage.setItem(PERSISTED_QUERIES_KEY, JSON.stringify(stored))
  const client = createQueryClient()
  const stop = persistInitialQueries(client)
  await expect.poll(() => localStorage.getItem(PERSISTED_QUERIES_KEY) ?? '').not.toContain('nonsense')
  expect(client.getQueryCache().getAll()).toEqual([])
  await expect.poll(async () => (await readJournal(5)).map(({ event }) => event)).toContain('reset')
  stop?.()
})

test.each([
  ['broken JSON', '{"buster":"1","timestamp":', 'unreadable'],
  ['another thing', '"nonsense"', 'unreadable'],
  ['no queries', JSON.stringify({ buster: '1', timestamp: clock.now(), clientState: { mutations: [] } }), 'unreadable'],
])('resets a damaged first screen (%s) and persists new data after it', async (_, text, reason) => {
  localStorage.setItem(PERSISTED_QUERIES_KEY, text)
  const client = createQueryClient()
  const before = (await readJournal(1))[0]?.id ?? 0
  const stop = persistInitialQueries(client)
  await expect.poll(() => localStorage.getItem(PERSISTED_QUERIES_KEY)).toBeNull()
  await expect.poll(async () => (await readJournal(1))[0]).toMatchObject({ event: 'reset' })
  const [event] = await readJournal(1)
  expect([(event?.id ?? 0) > before, event?.detail]).toEqual([true, `first screen was ${reason}`])
  const [genre] = await genres().fetch({})
  client.setQueryData(genres().key, [genre])
  await expect.poll(() => localStorage.getItem(PERSISTED_QUERIES_KEY), { timeout: 5_000 }).toContain(genre?.titleFa)
  stop?.()
})

test('restores only those parts of the persisted first screen that match their schema', async () => {
  const list = await titleSearch({ order_by: 'newest' }).fetch({})
  const all = await genres().fetch({})
  const at = clock.now() - 5_000
  const state = (data: unknown, dataUpdatedAt: unknown = at) => ({ data, dataUpdatedAt, status: 'success' })
  const queries = [
    {
      queryKey: ['genres'],
      queryHash: 'garbled',
      state: { ...state(all), status: 'pending', errorUpdatedAt: 'never' },
    },
    { queryKey: ['titles', 'search', { order_by: 'newest' }], queryHash: 'x', state: state({ ...list, more: 1 }) },
    // Possible shapes from an earlier build.
    { queryKey: ['titles', 'slideshow', 'all'], queryHash: 'x', state: state([{ id: 'one' }]) },
    { queryKey: ['titles', 'search', { order_by: 'votes' }], queryHash: 'x', state: state({ data: list.data }) },
    { queryKey: ['titles', 'search', { order_by: 'year' }], queryHash: 'x', state: state(list, 'yesterday') },
    { queryKey: ['titles', 'show', 1, false], queryHash: 'x', state: state({ id: 1 }) },
    { queryKey: 'genres', state: null },
    null,
  ]
  const stored = { buster: '1', timestamp: clock.now(), clientState: { mutations: ['nonsense'], queries } }
  localStorage.setItem(PERSISTED_QUERIES_KEY, JSON.stringify(stored))
  const client = createQueryClient()
  const stop = persistInitialQueries(client)
  const keys = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
  await expect.poll(keys).toEqual([['genres'], ['titles', 'search', { order_by: 'newest' }]])
  expect(client.getQueryData(titleSearch({ order_by: 'newest' }).key)).toEqual(list)
  expect(client.getQueryState(genres().key)).toMatchObject({ data: all, dataUpdatedAt: at, status: 'success' })
  await expect.poll(async () => (await readJournal(1))[0]?.detail).toBe('first screen: 6 answers of another shape')
  stop?.()
})

test('routes shared text to a title, a request, a search or nowhere', async () => {
  const card = await popularCard(device.server)
  const imdb = card.imdb ?? ''
  const shared = (parts: Partial<Record<'title' | 'text' | 'url', string>>) =>
    shareDestination({ title: '', text: '', url: '', ...parts })
  expect(await shared({ url: `https://m.imdb.com/title/${imdb}/?ref_=ext_shr` })).toEqual({
    kind: 'title',
    id: card.id,
  })
  device.goOffline()
  expect(await shared({ text: `ببین: https://www.imdb.com/title/${imdb}` })).toEqual({ kind: 'title', id: card.id })
  const unknown = { url: 'https://www.imdb.com/title/tt9999999/', title: 'Nothing Like It (TV Series 2031) - IMDb' }
  expect(await shared(unknown)).toEqual({ kind: 'request', imdb: 'tt9999999', name: 'Nothing Like It' })
  expect(await shared({ text: 'پدرخوانده\nhttps://example.com/x' })).toEqual({ kind: 'search', q: 'پدرخوانده' })
  for (const text of ['', 'https://example.com/', '\u0000\u202e\u0007', ' \n\r\t ']) {
    expect(await shared({ text, url: text })).toEqual({ kind: 'nothing' })
  }
  expect((await readJournal(5)).map(({ detail }) => detail)).toContain('share with nothing in it')
  const long = await shared({ title: 'ا'.repeat(10_000) })
  expect(long.kind === 'search' && [...long.q].length).toBeLessThanOrEqual(120)
})

test.each([
  ['opening parentheses', '(1111'.repeat(100_000)],
  ['one opening parenthesis', `x(${'1'.repeat(500_000)}`],
  ['spaces', `x${' '.repeat(500_000)}x`],
  ['dashes', ' -'.repeat(250_000)],
  ['names of the site', '- IMDb '.repeat(70_000)],
  ['parts', 'x|'.repeat(50_000)],
])('shared text of half a million characters with %s is read in linear time', async (_, title) => {
  expect(await shareDestination({ title, text: title, url: '' })).toMatchObject({ kind: 'search' })
})
