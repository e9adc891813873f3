import { screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { readSession } from '#data/database/session.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { openApp } from '#tests/harness/app.tsx'
import { popularCard, savedOnServer } from '#tests/harness/device.ts'
import { device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

async function saveOne() {
  const card = await popularCard(device.server)
  await setSaved({ titleId: card.id, saved: true, card })
  return card
}

test('signs out at once without pending mutations and deletes all data of the user', async () => {
  const { currentHref, client } = await openApp('/auth/logout')
  client.setQueryData(['something', 'seen'], 1)
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await readSession()).toBeUndefined()
  expect(readCookieNow('token')).toBeUndefined()
  expect(await Dexie.exists(personalDatabaseName(member.id))).toBe(false)
  expect(client.getQueryData(['something', 'seen'])).toBeUndefined()
})

test('sends pending mutations before signing out', async () => {
  const card = await saveOne()
  const { currentHref } = await openApp('/auth/logout')
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('asks before signing out with pending mutations, and the user may stay', async () => {
  device.goOffline()
  await saveOne()
  const { user, currentHref } = await openApp('/auth/logout')
  expect(await screen.findByText('۱ تغییر شما هنوز به سرور نرسیده است')).toBeDefined()
  expect((await readSession())?.user.id).toBe(member.id)
  await user.click(screen.getByRole('button', { name: 'ماندن در حساب' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect((await readSession())?.user.id).toBe(member.id)
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(1)
})

test('signs out by itself when the pending mutations have been sent while it asks', async () => {
  device.goOffline()
  const card = await saveOne()
  const { currentHref } = await openApp('/auth/logout')
  expect(await screen.findByText('۱ تغییر شما هنوز به سرور نرسیده است')).toBeDefined()
  await device.reconnect()
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await readSession()).toBeUndefined()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('signs out by itself although a film in another tab stores positions while it asks', async () => {
  device.goOffline()
  const card = await saveOne()
  const { currentHref } = await openApp('/auth/logout')
  expect(await screen.findByText('۱ تغییر شما هنوز به سرور نرسیده است')).toBeDefined()
  const { request } = device.server
  let position = 600
  device.server.request = async (path, init) => {
    if (init?.method === 'POST' && position < 602) {
      await setPosition({ titleId: card.id, card, position: position++, duration: 6_000, isLast: false })
    }
    return request(path, init)
  }
  await device.reconnect()
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await readSession()).toBeUndefined()
})

test("keeps pending mutations for the user's next sign-in and sends them then", async () => {
  device.goOffline()
  const card = await saveOne()
  const { user, currentHref } = await openApp('/auth/logout')
  await user.click(await screen.findByRole('button', { name: 'خروج و نگه‌داشتن برای ورود بعدی من' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await readSession()).toBeUndefined()

  device.goOnline()
  await device.signIn(member)
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(1)
  await clearBackoff(openPersonalDatabase(member.id))
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('discards pending mutations on request', async () => {
  device.goOffline()
  await saveOne()
  const { user, currentHref } = await openApp('/auth/logout')
  await user.click(await screen.findByRole('button', { name: 'خروج و صرف‌نظر از تغییرها' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
  expect(await Dexie.exists(personalDatabaseName(member.id))).toBe(false)
  expect(await savedOnServer(member)).toEqual([])
})

test('stays signed in when the user leaves the screen first', async () => {
  await saveOne()
  const { router, currentHref } = await openApp('/auth/logout')
  await router.navigate({ to: '/' })
  await waitFor(async () => expect(await openPersonalDatabase(member.id).outbox.count()).toBe(0))
  expect(currentHref()).toBe('/')
  expect((await readSession())?.user.id).toBe(member.id)
})
