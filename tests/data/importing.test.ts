import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportRow } from '#contract/imports.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/drain.ts'
import { dropImportReport, importStates, importWatchlist } from '#data/imports.ts'
import { wake } from '#data/outbox.ts'
import { personal } from '#data/personal.ts'
import { syncState } from '#data/syncState.ts'
import { titleSearch } from '#data/titles.ts'
import { savedState, savedTitles, setSaved } from '#data/watchlist.ts'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let cards: TitleCard[]

beforeEach(async () => {
  device = await aDevice()
  cards = await someCards(device.server, 4)
  member = await device.aMember()
  const search = titleSearch({ order_by: 'votes' })
  await search.store(await search.fetch({}))
})
afterEach(() => device.close())

const rowOf = ({ imdb, titleEn, year }: TitleCard): ImportRow => ({ imdb, name: titleEn, year })
const ids = (of: TitleCard[]) => of.map(({ id }) => id).toSorted((one, other) => one - other)
async function comeBack() {
  device.goOnline()
  await wake(await personal())
  await drainOutbox()
}

test('an imported list shows what the device knows at once, and the rest when the server has found it', async () => {
  device.goOffline()
  await importWatchlist([...cards.slice(0, 3).map(rowOf), { imdb: null, name: 'چنین فیلمی نیست', year: 1950 }], 'IMDb')
  expect((await savedTitles())?.items.map(({ titleId, pending }) => [titleId, pending]).toSorted()).toEqual(
    ids(cards.slice(0, 3))
      .map((id) => [id, true])
      .toSorted(),
  )
  expect(await savedState(cards[0]?.id ?? 0)).toEqual({ saved: true, pending: true })
  await comeBack()
  expect(await savedOnServer(member)).toEqual(ids(cards.slice(0, 3)))
  expect((await savedTitles())?.items.every(({ pending }) => !pending)).toBe(true)
  const [state] = await importStates()
  expect(state).toMatchObject({ saved: 3, waiting: 0, missing: [{ name: 'چنین فیلمی نیست' }] })
  await dropImportReport(state?.importId ?? '')
  expect(await importStates()).toEqual([])
})

test('a long list is several changes, all kept or none, with one report', async () => {
  device.goOffline()
  const rows = Array.from({ length: 450 }, (_, at) => ({ imdb: null, name: `ناشناس ${at}`, year: 1900 }))
  await importWatchlist([...cards.map(rowOf), ...rows])
  expect((await syncState())?.waiting).toHaveLength(3)
  expect(await importStates()).toMatchObject([{ waiting: 3 }])
  await comeBack()
  const [state] = await importStates()
  expect(state).toMatchObject({ waiting: 0, saved: 4 })
  expect(state?.missing).toHaveLength(450)
})

test('a title taken off while an import of it waits stays off', async () => {
  const [card] = cards
  if (!card) throw new Error('no cards')
  device.goOffline()
  await importWatchlist([rowOf(card)])
  await setSaved({ titleId: card.id, saved: false, card })
  expect(await savedState(card.id)).toEqual({ saved: false, pending: true })
  await comeBack()
  expect(await savedOnServer(member)).toEqual([])
  expect(await savedState(card.id)).toEqual({ saved: false, pending: false })
})
