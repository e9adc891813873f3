import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { historyPull } from '#data/areas/history.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { personal } from '#data/database/personal.ts'
import { PersonalDatabase, personalOf } from '#data/database/personalDatabase.ts'
import { personalName } from '#data/database/personalName.ts'
import { endSession, readSession } from '#data/database/session.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'
import { refreshUser } from '#data/session/account.ts'
import { changePassword } from '#data/session/passwords.ts'
import { signOut } from '#data/session/signOut.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { wake } from '#data/sync/outbox.ts'
import { syncState } from '#data/sync/syncState.ts'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice
beforeEach(async () => {
  device = await aDevice()
})
afterEach(() => device.close())

const NEW = 'another horse 1405'

/** Answers of this path arrive only when they are let through. */
function heldBack(path: string) {
  const through = globalThis.fetch
  let release: () => void = () => undefined
  let arrive: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  const reached = new Promise<void>((done) => {
    arrive = done
  })
  globalThis.fetch = async (input, init) => {
    const response = await through(input, init)
    if (String(input).includes(path)) {
      arrive()
      await released
    }
    return response
  }
  return { reached, release }
}

async function saveOne() {
  const [card] = await someCards(device.server, 1)
  if (!card) throw new Error('the catalogue is empty')
  await setSaved({ titleId: card.id, saved: true, card })
  return card.id
}

test('what waited when the password was changed here goes out under the new token', async () => {
  const member = await device.aMember()
  device.goOffline()
  const id = await saveOne()
  await drainOutbox()
  device.goOnline()
  const answer = await changePassword({ currentPassword: PASSWORD, password: NEW, passwordConfirmation: NEW })
  expect(answer.ok).toBe(true)
  expect(readCookieNow('token')).toBe((await readSession())?.token)
  await wake(personalOf(member.id))
  await drainOutbox()
  expect(await syncState()).toMatchObject({ parked: false, waiting: [], failed: [] })
  Object.assign(member, { token: (await readSession())?.token })
  expect(await savedOnServer(member)).toEqual([id])
})

test('a device that another one signed out keeps what waits, and sends it when the person is back', async () => {
  const member = await device.aMember()
  const id = await saveOne()
  await member.delete('/api/user/devices')
  expect(await drainOutbox()).toMatchObject({ parked: true })
  expect((await readSession())?.status).toBe('expired')
  expect(await syncState()).toMatchObject({ parked: true, failed: [] })
  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([id])
})

test('a list that was on its way in another tab when the person left here does not bring anything of theirs back', async () => {
  const member = await device.aMember()
  await member.post(`/api/user/history/${(await device.server.titleIds(1))[0]}`, { position: 60, duration: 600 })
  // Another tab has a connection of its own.
  const theirs = new PersonalDatabase(member.id)
  await theirs.open()
  const hold = heldBack('/api/user/history')
  const pulling = historyPull.refresh(theirs, {})
  await hold.reached
  await signOut({ keep: false })
  hold.release()
  await pulling.catch(() => undefined)
  expect(await Dexie.exists(personalName(member.id))).toBe(false)
  await expect(theirs.history.count()).rejects.toThrow()
  expect(await Dexie.exists(personalName(member.id))).toBe(false)

  await device.signIn(member)
  await historyPull.refresh(await personal(), {})
  expect(await (await personal()).history.count()).toBe(1)
})

test('a token that another app of this domain left in the cookie signs in here', async () => {
  const member = await device.server.aUser()
  writeCookie('token', member.token, 1)
  await refreshUser()
  expect(await readSession()).toMatchObject({ token: member.token, user: { id: member.id }, status: 'active' })
  expect(device.sent).toContain('POST /api/sanc/login-with-token')
})

test('a token that is worth nothing goes, and nobody is signed in by it', async () => {
  writeCookie('token', 'x'.repeat(43), 1)
  await refreshUser()
  expect(readCookieNow('token')).toBeUndefined()
  expect(await readSession()).toBeUndefined()
})

test('without an answer the cookie stays for another time', async () => {
  const member = await device.server.aUser()
  writeCookie('token', member.token, 1)
  device.goOffline()
  await refreshUser()
  expect(readCookieNow('token')).toBe(member.token)
  await endSession()
})
