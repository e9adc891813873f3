import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/drain.ts'
import { wake } from '#data/outbox.ts'
import { personalOf } from '#data/personal.ts'
import { setLiked } from '#data/reactions.ts'
import { expireSession, readSession } from '#data/session.ts'
import { setSaved } from '#data/watchlist.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let card: TitleCard

beforeEach(async () => {
  device = await aDevice()
  member = await device.aMember()
  const [first] = await someCards(device.server, 1)
  if (!first) throw new Error('the catalogue is empty')
  card = first
})
afterEach(() => device.close())

const button = () => screen.findByRole('button', { name: /^همگام‌سازی/ })
const save = () => setSaved({ titleId: card.id, saved: true, card })
const refuseSaving = () => {
  device.weather = (path, init) =>
    path.startsWith('/api/user/watchlist/') && init.method === 'POST'
      ? Response.json({ message: 'این عنوان دیگر نیست.', code: 'not_found' }, { status: 404 })
      : undefined
}
async function openSheet() {
  const app = await openApp('/auth/none')
  await app.person.click(await button())
  return { ...app, sheet: within(await screen.findByRole('dialog', { name: 'همگام‌سازی' })) }
}

test('guests see no sync button', async () => {
  await device.close()
  device = await aDevice()
  await openApp('/auth/none')
  await screen.findAllByRole('link', { name: 'ورود' })
  expect(screen.queryByRole('button', { name: /همگام‌سازی/ })).toBeNull()
})

test('the button counts what waits, and the sheet tells each change in words', async () => {
  device.goOffline()
  await save()
  await setLiked({ titleId: card.id, liked: true, name: card.titleFa })
  const { sheet } = await openSheet()
  expect((await screen.findByText('۲')).closest('button')?.getAttribute('aria-label')).toContain('۲ تغییر در انتظار')
  expect(
    (await sheet.findAllByRole('listitem')).map(({ textContent }) => textContent?.replace(/[\u2066-\u2069]/g, '')),
  ).toEqual([
    expect.stringContaining(`ذخیره کردن «${card.titleFa}»`),
    expect.stringContaining(`پسندیدن «${card.titleFa}»`),
  ])
  expect(sheet.getAllByText('همین حالا')).toHaveLength(2)
})

test('a change that was never sent can be given up', async () => {
  device.goOffline()
  await save()
  const { person, sheet } = await openSheet()
  await person.click(await sheet.findByRole('button', { name: /^صرف‌نظر/ }))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
  expect(await personalOf(member.id).outbox.count()).toBe(0)
})

test('a failed change stands there with the server’s words, and goes through when tried again', async () => {
  refuseSaving()
  await save()
  await drainOutbox()
  const { person, sheet } = await openSheet()
  expect(await sheet.findByText('این عنوان دیگر نیست.')).toBeDefined()
  device.goOnline()
  await person.click(sheet.getByRole('button', { name: /^تلاش دوباره/ }))
  await waitFor(() => expect(sheet.queryByText('این عنوان دیگر نیست.')).toBeNull())
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('a failed change can be dropped', async () => {
  refuseSaving()
  await save()
  await drainOutbox()
  const { person, sheet } = await openSheet()
  await person.click(await sheet.findByRole('button', { name: /^صرف‌نظر/ }))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
})

test('who is there when a change fails is told once, in the server’s words, with the way to it', async () => {
  device.goOffline()
  await save()
  const { person } = await openApp('/auth/none')
  await button()
  refuseSaving()
  await wake(personalOf(member.id))
  await drainOutbox()
  const notice = await screen.findByText(/این عنوان دیگر نیست/)
  expect(notice.closest('[role="status"]')).not.toBeNull()
  await person.click(screen.getByRole('button', { name: 'نمایش' }))
  expect(await screen.findByRole('dialog', { name: 'همگام‌سازی' })).toBeDefined()
})

test('«همگام‌سازی» sends what waits', async () => {
  device.goOffline()
  await save()
  const { person, router, sheet } = await openSheet()
  device.goOnline()
  router.update({
    ...router.options,
    context: {
      ...router.options.context,
      syncNow: async () => {
        await wake(personalOf(member.id))
        await drainOutbox()
      },
    },
  })
  await router.invalidate()
  await person.click(sheet.getByRole('button', { name: 'همگام‌سازی' }))
  await waitFor(async () => expect(await savedOnServer(member)).toEqual([card.id]))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
})

test('an expired session is said, with the way to sign in and back', async () => {
  device.goOffline()
  await save()
  const session = await readSession()
  await expireSession(session?.token ?? '')
  const { person, here, sheet } = await openSheet()
  expect(await sheet.findByText('نشست شما به پایان رسیده است')).toBeDefined()
  await person.click(sheet.getByRole('link', { name: 'ورود' }))
  await waitFor(() => expect(here()).toMatch(/^\/auth\/login/))
  expect(await personalOf(member.id).outbox.count()).toBe(1)
})
