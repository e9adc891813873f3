import { QueryClient } from '@tanstack/react-query'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainBeforeSignOut } from '#data/areas/drain.ts'
import { title, titleSearch } from '#data/areas/titles.ts'
import { savedTitles, setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { evictExpired } from '#data/database/evictExpired.ts'
import { readSession } from '#data/database/session.ts'
import { Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { readQuery, startRead } from '#data/react/readHooks.ts'
import { searchDevicePeople, searchDeviceTitles } from '#data/search/deviceSearch.ts'
import { recentSearches, rememberSearch } from '#data/search/recentSearches.ts'
import { signOut } from '#data/session/signOut.ts'
import { createDevice, popularCard, savedOnServer, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let card: TitleCard

/** A query client holds the memory of a page, which is lost with the tab. */
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
const expectSettled = (client: QueryClient) => expect.poll(() => client.isFetching()).toBe(0)

beforeEach(async () => {
  device = await createDevice()
  card = await popularCard(device.server)
})
afterEach(() => {
  clock.now = Date.now
  return device.close()
})

test('opens a title again offline in a new tab once it was opened', async () => {
  const read = title(card.id)
  await startRead(newClient(), read)
  await expect.poll(() => read.look()).toMatchObject({ data: { id: card.id, viewer: null } })

  device.goOffline()
  const later = newClient()
  await startRead(later, read)
  expect(later.getQueryData(read.key)).toMatchObject({ titleFa: card.titleFa })
  await expectSettled(later)
  expect(later.getQueryData(read.key)).toMatchObject({ titleFa: card.titleFa })
  expect(later.getQueryState(read.key)?.error).toBeInstanceOf(Unreachable)
})

test('rejects as unreachable when content was never opened', async () => {
  device.goOffline()
  const client = newClient()
  await expect(client.fetchQuery(readQuery(title(card.id)))).rejects.toBeInstanceOf(Unreachable)
})

test('fetches a cached answer again when its shape is unreadable', async () => {
  const read = titleSearch({ order_by: 'votes' })
  await deviceDatabase.answers.put({ key: JSON.stringify(read.key), data: { data: 'no list' }, at: Date.now() })
  await deviceDatabase.titles.put({ key: String(card.id), id: card.id, title: { id: 'x' } as never, at: Date.now() })
  expect(await read.look()).toBeUndefined()
  expect(await title(card.id).look()).toBeUndefined()
  const client = newClient()
  await startRead(client, read)
  await expectSettled(client)
  expect(client.getQueryData(read.key)).toMatchObject({ data: expect.arrayContaining([{ ...card }]) })
})

test('finds a seen title by its IMDb id offline', async () => {
  await title(card.id).store(await title(card.id).fetch({}))
  device.goOffline()
  expect(await searchDeviceTitles(`https://www.imdb.com/title/${card.imdb}/`, 10)).toMatchObject([{ id: card.id }])
  expect(await searchDeviceTitles('tt9999999', 10)).toEqual([])
})

test('finds seen titles and people offline in Persian and English, in any spelling', async () => {
  const search = titleSearch({ order_by: 'votes', per_page: 100 })
  await search.store(await search.fetch({}))
  const godfather = (await searchDeviceTitles('پدرخوانده', 5))[0]
  expect(godfather).toMatchObject({ titleEn: 'The Godfather' })
  if (!godfather) throw new Error('no result')
  const page = title(godfather.id)
  await page.store(await page.fetch({}))
  device.goOffline()
  for (const query of ['پدرخوانده', 'پدر خوانده', 'پدرخواندة', 'godfather', 'GODFATHER', 'the godf']) {
    expect(
      (await searchDeviceTitles(query, 5)).map(({ titleEn }) => titleEn),
      query,
    ).toContain('The Godfather')
  }
  expect((await searchDeviceTitles('۱۲', 5)).length + (await searchDeviceTitles('دوازده', 5)).length).toBeGreaterThan(0)
  expect(await searchDeviceTitles('', 5)).toEqual([])
  expect(await searchDeviceTitles('%_\\\u0000', 5)).toEqual([])
  expect((await searchDevicePeople('کاپولا', 5)).map(({ fullnameEn }) => fullnameEn)).toContain('Francis Ford Coppola')
})

test('keeps the last searches, newest first', async () => {
  for (let index = 0; index < 12; index++) {
    clock.now = () => index
    await rememberSearch(`فیلم ${index}`)
  }
  expect((await recentSearches())[0]).toBe('فیلم 11')
  expect(await recentSearches()).toHaveLength(8)
})

test('forgets cached titles after thirty days', async () => {
  const read = title(card.id)
  await read.store(await read.fetch({}))
  await deviceDatabase.titles.toCollection().modify({ at: Date.now() - 31 * 86_400_000 })
  await evictExpired()
  expect(await read.look()).toBeUndefined()
})

test('deletes drafts and their tombstones after thirty days and keeps younger ones', async () => {
  const draftKeys = async () => [
    ...(await deviceDatabase.meta.where('key').startsWith('parde-draft:').primaryKeys()),
    ...Object.keys(localStorage).filter((name) => name.startsWith('parde-draft:')),
  ]
  clock.now = () => Date.now() - 31 * 86_400_000
  saveDraft('comment:1', { text: 'نیمه‌کاره', spoiler: false }, null)
  deleteDraft('comment:2')
  clock.now = Date.now
  saveDraft('comment:3', { text: 'تازه', spoiler: true }, null)
  await vi.waitFor(async () => expect(await draftKeys()).toHaveLength(6))
  await evictExpired()
  expect(await draftKeys()).toEqual(['parde-draft:comment:3', 'parde-draft:comment:3'])
  expect(await readDraft('comment:3', null)).toEqual({ text: 'تازه', spoiler: true })
})

test('leaves no private data after sign-out', async () => {
  const member = await device.registerMember()
  await setSaved({ titleId: card.id, saved: true, card })
  await title(card.id).store(await title(card.id).fetch({}))
  await rememberSearch('پدر')
  expect(await drainBeforeSignOut()).toMatchObject({ count: 0 })
  expect(await savedOnServer(member)).toEqual([card.id])
  expect(await signOut({ keepData: false })).toBe(true)

  expect(await readSession()).toBeUndefined()
  expect(readCookieNow('token')).toBeUndefined()
  expect((await Dexie.getDatabaseNames()).filter((name) => name.includes('user'))).toEqual([])
  expect(await title(card.id).look()).toBeUndefined()
  expect(await recentSearches()).toEqual([])
  expect((await member.get('/api/user')).status).toBe(200)
})

test("keeps only pending mutations for the same user's next sign-in when the user chooses so", async () => {
  const member = await device.registerMember()
  device.goOffline()
  await setSaved({ titleId: card.id, saved: true, card })
  expect(await drainBeforeSignOut()).toMatchObject({ count: 1 })
  expect(await signOut({ keepData: true })).toBe(false)
  expect(await savedTitles()).toBeUndefined()

  device.goOnline()
  await device.signIn(member)
  expect((await savedTitles())?.items).toMatchObject([{ titleId: card.id, pending: true }])
})
