import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { historyPull } from '#data/areas/history.ts'
import { syncState } from '#data/areas/syncState.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { openPersonalDatabase, PersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { endSession, readSession } from '#data/database/session.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'
import { refreshUser } from '#data/session/account.ts'
import { changePassword } from '#data/session/passwords.ts'
import { signOut } from '#data/session/signOut.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { createDevice, popularCard, savedOnServer, type TestDevice } from '#tests/harness/device.ts'
import { PASSWORD } from '#tests/harness/server.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const NEW = 'another horse 1405'

/** Holds back responses of a path until `release` is called; `reached` resolves when the first one has arrived. */
function holdResponses(path: string) {
  const realFetch = globalThis.fetch
  let release: () => void = () => undefined
  let reach: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  const reached = new Promise<void>((done) => {
    reach = done
  })
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (String(input).includes(path)) {
      reach()
      await released
    }
    return response
  }
  return { reached, release }
}

async function saveOne() {
  const card = await popularCard(device.server)
  await setSaved({ titleId: card.id, saved: true, card })
  return card.id
}

test('sends pending mutations under the new token after the password was changed on this device', async () => {
  const member = await device.registerMember()
  device.goOffline()
  const id = await saveOne()
  await drainOutbox()
  device.goOnline()
  const answer = await changePassword({ currentPassword: PASSWORD, password: NEW, passwordConfirmation: NEW })
  expect(answer.ok).toBe(true)
  expect(readCookieNow('token')).toBe((await readSession())?.token)
  await clearBackoff(openPersonalDatabase(member.id))
  await drainOutbox()
  expect(await syncState()).toMatchObject({ parked: false, waiting: [], failed: [] })
  Object.assign(member, { token: (await readSession())?.token })
  expect(await savedOnServer(member)).toEqual([id])
})

test('keeps pending mutations when another device signs this one out and sends them after the next sign-in', async () => {
  const member = await device.registerMember()
  const id = await saveOne()
  await member.delete('/api/user/devices')
  expect(await drainOutbox()).toMatchObject({ parked: true })
  expect((await readSession())?.status).toBe('expired')
  expect(await syncState()).toMatchObject({ parked: true, failed: [] })
  await device.signIn(member)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([id])
})

test('discards a list response that arrives after the user signed out in another tab', async () => {
  const member = await device.registerMember()
  await member.post(`/api/user/history/${(await device.server.titleIds(1))[0]}`, { position: 60, duration: 600 })
  // Another tab has its own connection.
  const otherTab = new PersonalDatabase(member.id)
  await otherTab.open()
  const held = holdResponses('/api/user/history')
  const pulling = historyPull.refresh(otherTab, {})
  await held.reached
  await signOut({ keepData: false })
  held.release()
  await pulling.catch(() => undefined)
  expect(await Dexie.exists(personalDatabaseName(member.id))).toBe(false)
  await expect(otherTab.history.count()).rejects.toThrow()
  expect(await Dexie.exists(personalDatabaseName(member.id))).toBe(false)

  await device.signIn(member)
  await historyPull.refresh(await personalDatabase(), {})
  expect(await (await personalDatabase()).history.count()).toBe(1)
})

test('signs in with a token that another app of this domain left in the cookie', async () => {
  const member = await device.server.createUser()
  writeCookie('token', member.token, 1)
  await refreshUser()
  expect(await readSession()).toMatchObject({ token: member.token, user: { id: member.id }, status: 'active' })
  expect(device.sent).toContain('POST /api/sanc/login-with-token')
})

test('does not sign in again with the cookie of a session that ends meanwhile', async () => {
  await device.registerMember()
  // The server still accepts the token, as after a sign-out that did not reach it.
  const ended = endSession()
  await refreshUser()
  await ended
  expect(await readSession()).toBeUndefined()
  expect(readCookieNow('token')).toBeUndefined()
})

test('deletes an invalid token cookie without signing in', async () => {
  writeCookie('token', 'x'.repeat(43), 1)
  await refreshUser()
  expect(readCookieNow('token')).toBeUndefined()
  expect(await readSession()).toBeUndefined()
})

test('keeps the token cookie when the server does not answer', async () => {
  const member = await device.server.createUser()
  writeCookie('token', member.token, 1)
  device.goOffline()
  await refreshUser()
  expect(readCookieNow('token')).toBe(member.token)
  await endSession()
})
