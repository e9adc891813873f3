import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPlayerSettings } from '#data/areas/playerSettings.ts'
import { title } from '#data/areas/titles.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { saveDraft } from '#data/database/drafts.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { SEEN_TABLES } from '#data/platform/inventory.ts'
import { expectPayment } from '#data/platform/paymentCheck.ts'
import { rememberSearch } from '#data/search/recentSearches.ts'
import { clearDevice } from '#data/session/clearDevice.ts'
import { signOut } from '#data/session/signOut.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  localStorage.clear()
  device = await createDevice()
})
afterEach(() => device.close())

async function useApp() {
  await device.registerMember()
  const card = await popularCard(device.server)
  await setSaved({ titleId: card.id, saved: true, card })
  await title(card.id).store(await title(card.id).fetch({}))
  await rememberSearch('پدر')
  saveDraft('comment:1', { text: 'نیمه‌کاره', spoiler: false }, null)
  expectPayment()
  setPlayerSettings({ rate: 1.5 })
}

async function filledTables() {
  const counts = await Promise.all(
    deviceDatabase.tables.map(async (table) => [table.name, await table.count()] as const),
  )
  return counts.filter(([, count]) => count > 0).map(([name]) => name)
}

const personalDatabases = async () => (await Dexie.getDatabaseNames()).filter((name) => name.startsWith('parde-user-'))

test('the inventory lists every table of the device database besides the session and preferences', () => {
  expect(deviceDatabase.tables.map(({ name }) => name).sort()).toEqual([...SEEN_TABLES, 'meta'].sort())
})

test('sign-out leaves only preferences', async () => {
  await useApp()
  expect(await filledTables()).toEqual(expect.arrayContaining(['titles', 'searches', 'meta']))
  expect(Object.keys(localStorage)).toHaveLength(3)
  expect(await signOut({ keepData: false })).toBe(true)
  expect((await filledTables()).filter((name) => name !== 'meta')).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['parde-player'])
  expect(readCookieNow('token')).toBeUndefined()
  expect(await personalDatabases()).toEqual([])
})

test('sign-out that keeps pending mutations leaves the database of the user', async () => {
  await useApp()
  await signOut({ keepData: true })
  expect((await filledTables()).filter((name) => name !== 'meta')).toEqual([])
  expect(await personalDatabases()).toHaveLength(1)
})

test('clear-device leaves nothing', async () => {
  await useApp()
  await clearDevice()
  expect(await filledTables()).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
  expect(['token', 'XSRF-TOKEN', 'ref'].filter((name) => readCookieNow(name))).toEqual([])
  expect(await personalDatabases()).toEqual([])
})
