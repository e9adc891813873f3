import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { deletedAccounts, readSession } from '#data/database/session.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { localItems } from '#data/platform/webStorage.ts'
import { refreshUser } from '#data/session/account.ts'
import { cleanDeletedAccounts, deleteAccount } from '#data/session/deletedAccounts.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { type Member, PASSWORD } from '#tests/harness/server.ts'

const OWN_ITEM = 'parde-continues'

let device: TestDevice
let member: Member
beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  localItems.set(OWN_ITEM, '[]')
  const card = await popularCard(device.server)
  await setSaved({ titleId: card.id, saved: true, card })
})
afterEach(() => device.close())

const deleteElsewhere = async () => (await member.signIn()).post('/api/user/delete', { currentPassword: PASSWORD })

async function whatIsLeft() {
  return {
    session: (await readSession())?.user.id,
    cookie: readCookieNow('token'),
    item: localItems.get(OWN_ITEM),
    database: (await Dexie.getDatabaseNames()).includes(personalDatabaseName(member.id)),
    records: await deletedAccounts(),
  }
}
const NOTHING = { session: undefined, cookie: undefined, item: null, database: false, records: [] }

test('deleting the account deletes its data on this device', async () => {
  expect(await deleteAccount({ currentPassword: 'something else' })).toMatchObject({
    ok: false,
    fields: { currentPassword: [expect.any(String)] },
  })
  expect((await readSession())?.status).toBe('active')
  expect(await deleteAccount({ currentPassword: PASSWORD })).toEqual({ ok: true, data: undefined })
  expect(await whatIsLeft()).toEqual(NOTHING)
})

test('a lost answer is made good by the next attempt', async () => {
  device.network = 'answer-lost'
  expect(await deleteAccount({ currentPassword: PASSWORD })).toMatchObject({ ok: false, offline: true })
  expect(await whatIsLeft()).toMatchObject({ session: member.id, database: true, records: [] })
  device.goOnline()
  await deleteAccount({ currentPassword: PASSWORD })
  await cleanDeletedAccounts()
  expect(await whatIsLeft()).toEqual(NOTHING)
})

test('the drain of another device learns of it, and its data is deleted', async () => {
  await deleteElsewhere()
  await drainOutbox()
  expect(await whatIsLeft()).toMatchObject({ session: undefined, cookie: undefined, records: [member.id] })
  expect(await cleanDeletedAccounts()).toBe(1)
  expect(await whatIsLeft()).toEqual(NOTHING)
  expect(await cleanDeletedAccounts()).toBe(0)
})

test('a device that was signed out before learns of it at its next start', async () => {
  await (await member.signIn()).delete('/api/user/devices')
  await drainOutbox()
  expect(await readSession()).toMatchObject({ user: { id: member.id }, status: 'expired' })
  const again = await device.server.createGuest().post('/api/sanc/login', { email: member.email, password: PASSWORD })
  const elsewhere = device.server.createGuest()
  elsewhere.token = again.json.data.token
  await elsewhere.post('/api/user/delete', { currentPassword: PASSWORD })
  await refreshUser()
  await cleanDeletedAccounts()
  expect(await whatIsLeft()).toEqual(NOTHING)
})

test('goes on where an earlier attempt failed', async () => {
  await deleteElsewhere()
  await refreshUser()
  const failing = vi.spyOn(Dexie, 'delete').mockRejectedValueOnce(new DOMException('', 'AbortError'))
  onTestFinished(() => failing.mockRestore())
  await expect(cleanDeletedAccounts()).rejects.toThrow()
  expect((await whatIsLeft()).records).toEqual([member.id])
  await cleanDeletedAccounts()
  expect(await whatIsLeft()).toEqual(NOTHING)
})

test('leaves what belongs to a user who has signed in since', async () => {
  await deleteElsewhere()
  await refreshUser()
  const other = await device.registerMember()
  localItems.set(OWN_ITEM, '[]')
  await openPersonalDatabase(other.id).meta.put({ key: 'toldVersion', value: 1 })
  await cleanDeletedAccounts()
  expect(await whatIsLeft()).toEqual({
    session: other.id,
    cookie: other.token === undefined ? undefined : expect.any(String),
    item: '[]',
    database: false,
    records: [],
  })
  expect(await Dexie.getDatabaseNames()).toContain(personalDatabaseName(other.id))
})

test('the worker leaves the record for a page, which can delete items of Web Storage', async () => {
  await deleteElsewhere()
  await refreshUser()
  vi.stubGlobal('document', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await cleanDeletedAccounts()).toBe(1)
  expect(await whatIsLeft()).toMatchObject({ database: false, records: [member.id] })
  vi.unstubAllGlobals()
  expect(await cleanDeletedAccounts()).toBe(1)
  expect(await whatIsLeft()).toEqual(NOTHING)
})
