import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearTabOnUserChange } from '#app/clearTabOnUserChange.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { freeSpace } from '#data/database/eviction.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { endSession, watchSession } from '#data/database/session.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'
import * as inventory from '#data/platform/inventory.ts'
import { CACHES, COOKIES, DEVICE_META, DEVICE_TABLES, LOCAL_ITEMS, SESSION_ITEMS } from '#data/platform/inventory.ts'
import { clearDevice } from '#data/session/clearDevice.ts'
import { signOut } from '#data/session/signOut.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createDevice, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

/** Another user, whose database and downloads are on the same device. */
const OTHER = 999_999

let device: TestDevice
let member: Member
let caches: TestCaches
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  caches = fakeCaches()
  device = await createDevice()
  member = await device.registerMember()
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
  caches.restore()
  await device.close()
})

/** A name that the key of the inventory stands for. */
const nameOf = (key: string) => key.replace('*', String(member.id))

/** Stores something under every name of the inventory. */
async function storeEverything() {
  for (const key of Object.keys(LOCAL_ITEMS)) localStorage.setItem(nameOf(key), '1')
  for (const key of Object.keys(SESSION_ITEMS)) sessionStorage.setItem(nameOf(key), '1')
  for (const name of Object.keys(COOKIES) as inventory.CookieName[])
    if (readCookieNow(name) === undefined) writeCookie(name, '1', 1)
  for (const key of Object.keys(CACHES))
    await globalThis.caches.open(key === 'parde-video-*' ? `parde-video-${member.id}-7-a` : nameOf(key))
  await globalThis.caches.open(`parde-video-${OTHER}-7-a`)
  await openPersonalDatabase(OTHER).meta.put({ key: 'clientId', value: 'other' })
  for (const key of Object.keys(DEVICE_META) as inventory.DeviceMetaKey[])
    if (key !== 'session') await deviceDatabase.meta.put({ key: nameOf(key) as inventory.DeviceMetaKey, value: 1 })
  for (const name of Object.keys(DEVICE_TABLES))
    await deviceDatabase.table(name).put({ key: '1', id: 1, text: '1', at: 1, card: {} })
}

async function whatIsLeft() {
  const filled = await Promise.all(
    deviceDatabase.tables.map(async (table) => ((await table.count()) > 0 ? [table.name] : [])),
  )
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith('parde-user-'))
  return {
    local: Object.keys(localStorage).toSorted(),
    session: Object.keys(sessionStorage).toSorted(),
    cookies: Object.keys(COOKIES).filter((name) => readCookieNow(name as inventory.CookieName) !== undefined),
    caches: Object.keys(caches.all()).toSorted(),
    tables: filled.flat(),
    meta: (await deviceDatabase.meta.toCollection().primaryKeys()).map(String).toSorted(),
    users: names.map((name) => (name === personalDatabaseName(member.id) ? 'own' : 'other')).toSorted(),
  }
}

const PREFERENCES = [
  'mui-color-scheme',
  'mui-mode',
  'parde-data-saver',
  'parde-file-language',
  'parde-file-quality',
  'parde-install-offered',
  'parde-known',
  'parde-passkey-offered:*',
  'parde-player',
  'parde-watchlist-look',
]
const appCaches = () => [
  `parde-former-${member.id}`,
  `parde-home-${member.id}`,
  'parde-parts',
  `workbox-precache-${member.id}`,
]

test('the inventory lists every table of both databases', () => {
  const tables = (database: Dexie) => database.tables.map(({ name }) => name).filter((name) => name !== 'meta')
  expect(tables(deviceDatabase).toSorted()).toEqual(Object.keys(DEVICE_TABLES).toSorted())
  expect(tables(openPersonalDatabase(member.id)).toSorted()).toEqual(Object.keys(inventory.USER_TABLES).toSorted())
})

test('sign-out leaves preferences, the app, and what belongs to other users', async () => {
  await storeEverything()
  expect(await signOut({ keepData: false })).toBe(true)
  expect(await whatIsLeft()).toEqual({
    local: PREFERENCES.map(nameOf),
    session: Object.keys(SESSION_ITEMS)
      .filter((key) => key !== 'parde-account-draft' && key !== 'parde-deferred-action')
      .map(nameOf)
      .toSorted(),
    cookies: ['XSRF-TOKEN', 'ref'],
    caches: [...appCaches(), 'parde-spares-data', `parde-video-${OTHER}-7-a`].toSorted(),
    tables: ['meta'],
    meta: [
      'apiBase',
      'askedToPersist',
      nameOf('deletedAccount:*'),
      'downloadLimit',
      'downloadsWhileCharging',
      'filmsOverWifiOnly',
      'metricsConsent',
      'metricsPolicy',
      'metricsSentAt',
      'packIsPaused',
      'packIsSlow',
      'packNetworks',
      'packWidths',
      'sparesData',
    ],
    users: ['other'],
  })
})

test('sign-out that keeps pending mutations leaves only these of the user, and they are sent after the next sign-in', async () => {
  const { meta } = openPersonalDatabase(member.id)
  const [sent, pending] = await popularCards(device.server, 2)
  if (!sent || !pending) throw new Error('the catalogue is empty')
  await setSaved({ titleId: sent.id, saved: true, card: sent })
  await drainOutbox()
  await watchlistPull.refresh(openPersonalDatabase(member.id), {})
  await meta.bulkPut([
    { key: 'toldVersion', value: 1 },
    { key: 'knownTime', value: 1 },
    { key: 'syncedAt', value: 1 },
  ])
  expect(await meta.toCollection().primaryKeys()).toEqual([
    'acknowledged',
    'clientId',
    'cursor:watchlist',
    'knownTime',
    'pulled:watchlist',
    'syncedAt',
    'toldVersion',
  ])
  const clientId = await meta.get('clientId')
  device.goOffline()
  await setSaved({ titleId: pending.id, saved: true, card: pending })

  await signOut({ keepData: true })
  const left = openPersonalDatabase(member.id)
  expect(await left.meta.toCollection().primaryKeys()).toEqual(['acknowledged', 'clientId'])
  expect(await left.meta.get('clientId')).toEqual(clientId)
  const filled = await Promise.all(left.tables.map(async (table) => ((await table.count()) > 0 ? [table.name] : [])))
  expect(filled.flat().toSorted()).toEqual(['meta', 'outbox'])

  device.goOnline()
  await device.signIn(member)
  await clearBackoff(openPersonalDatabase(member.id))
  await drainOutbox()
  expect((await savedOnServer(member)).toSorted()).toEqual([sent.id, pending.id].toSorted())
})

test('clear-device leaves the app, the address of the API, which a worker without a page needs, and the policy of the operator', async () => {
  await storeEverything()
  await clearDevice()
  expect(await whatIsLeft()).toEqual({
    local: [],
    session: [],
    cookies: [],
    caches: appCaches().toSorted(),
    tables: ['meta'],
    meta: ['apiBase', 'metricsPolicy'],
    users: [],
  })
})

test('clear-device deletes names that this version does not know, and sign-out leaves them', async () => {
  localStorage.setItem('parde-of-tomorrow', '1')
  await globalThis.caches.open('parde-of-tomorrow')
  await signOut({ keepData: false })
  expect([Object.keys(localStorage), Object.keys(caches.all())]).toEqual([['parde-of-tomorrow'], ['parde-of-tomorrow']])
  await clearDevice()
  expect([Object.keys(localStorage), Object.keys(caches.all())]).toEqual([[], []])
})

test('a full device loses the pictures and the older half of each table that the inventory lists', async () => {
  await storeEverything()
  const before = await whatIsLeft()
  for (const name of Object.keys(DEVICE_TABLES))
    await deviceDatabase.table(name).put({ key: '2', id: 2, text: '2', at: 2, card: {} })
  await freeSpace()
  const expected = (items: typeof CACHES | typeof DEVICE_TABLES, fate: string) =>
    Object.keys(items).filter((name) => inventory.policyOf(items, name)?.onFullDevice === fate)
  const gone = before.caches.filter((name) => !(name in caches.all()))
  expect(gone).toEqual(expected(CACHES, 'delete'))
  const counts = await Promise.all(
    deviceDatabase.tables.map(async (table) => [table.name, await table.count()] as const),
  )
  const halved = counts.filter(([name, count]) => name !== 'meta' && count === 1).map(([name]) => name)
  expect(halved.toSorted()).toEqual(expected(DEVICE_TABLES, 'oldest').toSorted())
})

test("sign-out closes the user's notifications and clears the badge, and clear-device also ends the periodic refresh", async () => {
  const [close, clearAppBadge, unregister] = [vi.fn(), vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const registration = {
    getNotifications: async () => [{ close }],
    periodicSync: { getTags: async () => ['parde-freshen'], unregister },
  }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  })
  Object.defineProperty(navigator, 'clearAppBadge', { configurable: true, value: clearAppBadge })
  await signOut({ keepData: false })
  expect(close).toHaveBeenCalledOnce()
  expect(clearAppBadge).toHaveBeenCalledOnce()
  expect(unregister).not.toHaveBeenCalled()
  await clearDevice()
  expect(unregister).toHaveBeenCalledExactlyOnceWith('parde-freshen')
})

test("a tab loses its user's items, and no others, when another tab signs out", async () => {
  clearTabOnUserChange()
  await new Promise<void>((resolve) => watchSession(() => resolve()))
  sessionStorage.setItem('parde-deferred-action', '{}')
  sessionStorage.setItem('parde-account-draft', '{"email":"sara@parde.example"}')
  sessionStorage.setItem('parde-places', '[]')
  await endSession()
  await expect.poll(() => Object.keys(sessionStorage)).toEqual(['parde-places'])
})
