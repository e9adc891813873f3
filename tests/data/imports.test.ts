import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ImportRow, ROW_EPISODES } from '#contract/imports.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { continueItem } from '#data/areas/continueWatching.ts'
import { counts } from '#data/areas/counts.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { watchedState, watchedTitles } from '#data/areas/history.ts'
import { importHistory } from '#data/areas/importHistory.ts'
import { dropImportReport, importStates } from '#data/areas/importState.ts'
import { importWatchlist } from '#data/areas/imports.ts'
import { syncState } from '#data/areas/syncState.ts'
import { titleSearch } from '#data/areas/titles.ts'
import { savedState, savedTitles, setSaved } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { createDevice, idsOf, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]

beforeEach(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 4)
  member = await device.registerMember()
  const search = titleSearch({ order_by: 'votes' })
  await search.store(await search.fetch({}))
})
afterEach(() => device.close())

const rowOf = ({ imdb, titleEn, year }: TitleCard): ImportRow => ({ imdb, name: titleEn, year })

test('shows known titles of an imported list at once and the others when the server has matched them', async () => {
  device.goOffline()
  await importWatchlist([...cards.slice(0, 3).map(rowOf), { imdb: null, name: 'چنین فیلمی نیست', year: 1950 }], 'IMDb')
  expect((await savedTitles())?.items.map(({ titleId, pending }) => [titleId, pending]).toSorted()).toEqual(
    idsOf(cards.slice(0, 3))
      .map((id) => [id, true])
      .toSorted(),
  )
  expect(await savedState(cards[0]?.id ?? 0)).toEqual({ saved: true, pending: true })
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(0, 3)))
  expect((await savedTitles())?.items.map(({ pending }) => pending)).toEqual([false, false, false])
  const [state] = await importStates()
  expect(state).toMatchObject({ saved: 3, waiting: 0, missing: [{ name: 'چنین فیلمی نیست' }] })
  await dropImportReport(state?.importId ?? '')
  expect(await importStates()).toEqual([])
})

test('splits a long list into several mutations, stored atomically, with one report', async () => {
  device.goOffline()
  const rows = Array.from({ length: 450 }, (_, at) => ({ imdb: null, name: `ناشناس ${at}`, year: 1900 }))
  await importWatchlist([...cards.map(rowOf), ...rows])
  expect((await syncState())?.waiting).toHaveLength(3)
  expect(await importStates()).toMatchObject([{ waiting: 3 }])
  await device.reconnect()
  const [state] = await importStates()
  expect(state).toMatchObject({ waiting: 0, saved: 4 })
  expect(state?.missing).toHaveLength(450)
})

test('keeps a title removed when an import of it is pending', async () => {
  const [card] = cards
  if (!card) throw new Error('no cards')
  device.goOffline()
  await importWatchlist([rowOf(card)])
  await setSaved({ titleId: card.id, saved: false, card })
  expect(await savedState(card.id)).toEqual({ saved: false, pending: true })
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual([])
  expect(await savedState(card.id)).toEqual({ saved: false, pending: false })
})

test('resumes an import of 5,000 rows after a crash and matches each row once', async () => {
  const many = await popularCards(device.server, 100)
  const rows = Array.from({ length: 5_000 }, (_, at): ImportRow => {
    const card = many[at % many.length]
    return at < many.length && card ? rowOf(card) : { imdb: null, name: `ناشناس ${at}`, year: 1900 }
  })
  device.goOffline()
  await importWatchlist(rows, 'watchlist.csv')
  expect(await importStates()).toMatchObject([{ name: 'watchlist.csv', rows: 5_000, done: 0, waiting: 25 }])
  // The response to the first part is lost together with the page.
  device.network = 'answer-lost'
  await clearBackoff(await personalDatabase())
  await drainOutbox()
  closePersonalDatabases()
  await device.reconnect()
  expect(await savedOnServer(member)).toEqual(idsOf(many))
  expect(await importStates()).toMatchObject([
    { rows: 5_000, done: 5_000, waiting: 0, failed: 0, saved: 100, missing: { length: 4_900 } },
  ])
})

test('shows imported history at once where the device knows the titles and then as the server has it', async () => {
  device.goOffline()
  const [first, second] = cards
  if (!first || !second) throw new Error('no cards')
  const watchedAt = '2019-05-04T12:00:00.000Z'
  await importHistory([{ ...rowOf(first), watchedAt }, rowOf(second)], 'watched.csv')
  const before = (await watchedTitles())?.items
  expect(before?.map(({ titleId, pending }) => [titleId, pending])).toEqual([
    [second.id, true],
    [first.id, true],
  ])
  expect(await counts()).toMatchObject({ watched: 2, saved: 0 })
  await device.reconnect()
  const after = (await watchedTitles())?.items
  expect(after?.map(({ titleId, pending }) => [titleId, pending])).toEqual([
    [second.id, false],
    [first.id, false],
  ])
  expect(after?.[1]).toMatchObject({ watchedAt, position: after?.[1]?.duration })
  expect(await importStates()).toMatchObject([{ list: 'history', name: 'watched.csv', saved: 2, waiting: 0 }])
})

test('imported episodes of a series count as watched, and "continue watching" offers the one after them', async () => {
  const [found] = await device.server.database.select().from(titles).where(eq(titles.imdb, 'tt0903747'))
  const series: Title = (await member.get(`/api/titles/${found?.id}`)).json.data
  const [first, second, third] = series.seasons[0]?.episodes ?? []
  const episodes = [first, second].map((episode) => ({ season: 1, number: episode?.number ?? 0 }))
  device.goOffline()
  await importHistory([{ ...rowOf(series), episodes }], 'watched-shows.json')
  await device.reconnect()
  const item = await watchedState(series.id)
  expect(item?.flags.map(({ episodeId, watched }) => [episodeId, watched])).toEqual([
    [first?.id, true],
    [second?.id, true],
  ])
  expect(item && continueItem(item, series.seasons)?.episode?.id).toBe(third?.id)
})

test('splits a list by its episodes too, and sends a list that an older version of the app stored', async () => {
  device.goOffline()
  const episodes = Array.from({ length: ROW_EPISODES / 2 }, (_, number) => ({ season: 1, number }))
  const [long, ...others] = cards.map(rowOf)
  const longest = { name: '', ...long, episodes: [...episodes, ...episodes, ...episodes] }
  await importHistory([longest, ...others.map((row) => ({ ...row, episodes }))])
  const { outbox } = await personalDatabase()
  const sizes = (await outbox.toArray()).map(({ payload }) => {
    return (payload as { rows: { episodes: object[] }[] }).rows.map((row) => row.episodes.length)
  })
  expect(sizes).toEqual([[1_000], [500, 500], [500, 500]])
  await outbox.toCollection().modify((entry) => {
    entry.formatVersion = 1
    for (const row of (entry.payload as { rows: { episodes?: unknown }[] }).rows) delete row.episodes
  })
  await device.reconnect()
  expect((await watchedTitles())?.items).toHaveLength(cards.length)
})

test('reports a part that the server refuses and imports the others', async () => {
  device.goOffline()
  await importHistory(cards.map(rowOf), 'watched.csv')
  device.network = (path) =>
    path === '/api/user/import/history'
      ? new Response(JSON.stringify({ message: 'چیزی با این نشانی پیدا نشد.' }), { status: 404 })
      : undefined
  await clearBackoff(await personalDatabase())
  await drainOutbox()
  expect(await importStates()).toMatchObject([{ rows: 4, done: 0, waiting: 0, failed: 1 }])
  expect((await syncState())?.failed).toHaveLength(1)
})
