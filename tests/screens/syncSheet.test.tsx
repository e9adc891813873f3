import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setLiked } from '#data/areas/reactions.ts'
import { sendRequest } from '#data/areas/requests.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { expireSession, readSession } from '#data/database/session.ts'
import { clearStorageProblems, setStorageProblem } from '#data/database/storageHealth.ts'
import { setReachability } from '#data/network/connectivity.ts'
import { clearBackoff } from '#data/sync/outbox.ts'
import { openApp } from '#tests/harness/app.tsx'
import { setOnLine } from '#tests/harness/browser/browserOnline.ts'
import {
  createDevice,
  idsOf,
  popularCard,
  popularCards,
  savedOnServer,
  type TestDevice,
} from '#tests/harness/device.ts'
import type { Member } from '#tests/harness/server.ts'

let device: TestDevice
let member: Member
let card: TitleCard

beforeEach(async () => {
  device = await createDevice()
  member = await device.registerMember()
  card = await popularCard(device.server)
})
afterEach(() => device.close())

const button = () => screen.findByRole('button', { name: /^همگام‌سازی/ })
const save = () => setSaved({ titleId: card.id, saved: true, card })
const refuseSaving = () => {
  device.network = (path, init) =>
    path.startsWith('/api/user/watchlist/') && init.method === 'POST'
      ? Response.json({ message: 'این عنوان دیگر نیست.', code: 'not_found' }, { status: 404 })
      : undefined
}
async function openSheet() {
  const app = await openApp('/auth/none')
  await app.user.click(await button())
  return { ...app, sheet: within(await screen.findByRole('dialog', { name: 'همگام‌سازی' })) }
}

test('hides the sync button from guests', async () => {
  await device.close()
  device = await createDevice()
  await openApp('/auth/none')
  await screen.findAllByRole('link', { name: 'ورود' })
  expect(screen.queryByRole('button', { name: /همگام‌سازی/ })).toBeNull()
})

test('counts pending mutations on the button and describes each of them in the sheet', async () => {
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

test('shows the id under which the server logged why it could not take a change', async () => {
  const headers = { 'X-Request-Id': '01890a5d-ac96' }
  device.network = (path) =>
    path.startsWith('/api/user/watchlist/') ? Response.json({ message: 'خرابیم' }, { status: 500, headers }) : undefined
  await save()
  await drainOutbox()
  const { sheet } = await openSheet()
  expect((await sheet.findByText('01890a5d-ac96')).closest('li')?.textContent).toContain('خرابیم')
})

test('discards a mutation that was never sent', async () => {
  device.goOffline()
  await save()
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /^صرف‌نظر/ }))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(0)
})

test("shows a failed mutation with the server's message and retries it", async () => {
  refuseSaving()
  await save()
  await drainOutbox()
  const { user, sheet } = await openSheet()
  expect(await sheet.findByText('این عنوان دیگر نیست.')).toBeDefined()
  device.goOnline()
  await user.click(sheet.getByRole('button', { name: /^تلاش دوباره/ }))
  await waitFor(() => expect(sheet.queryByText('این عنوان دیگر نیست.')).toBeNull())
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card.id])
})

test('retries all failed mutations at once and explains mutations held for a newer version', async () => {
  const [, second, third] = await popularCards(device.server, 3)
  if (!second || !third) throw new Error('the catalogue is too small')
  refuseSaving()
  await save()
  await setSaved({ titleId: second.id, saved: true, card: second })
  await drainOutbox()
  const { outbox } = openPersonalDatabase(member.id)
  await setSaved({ titleId: third.id, saved: true, card: third })
  await outbox.where({ entity: `watchlist:${third.id}` }).modify({ formatVersion: 99, status: 'held' })
  const { user, sheet } = await openSheet()
  expect(await sheet.findByText(/با نسخهٔ تازهٔ برنامه فرستاده می‌شود/)).toBeDefined()
  device.goOnline()
  await user.click(sheet.getByRole('button', { name: 'تلاش دوباره برای همه' }))
  await waitFor(() => expect(sheet.queryByText('این عنوان دیگر نیست.')).toBeNull())
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual(idsOf([card, second]))
  expect(await outbox.toCollection().primaryKeys()).toHaveLength(1)
})

test('discards a failed mutation', async () => {
  refuseSaving()
  await save()
  await drainOutbox()
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: /^صرف‌نظر/ }))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
})

test("reports a failure once with the server's message and a link to the sheet", async () => {
  device.goOffline()
  await save()
  const { user } = await openApp('/auth/none')
  await button()
  refuseSaving()
  await clearBackoff(openPersonalDatabase(member.id))
  await drainOutbox()
  const notice = await screen.findByText(/این عنوان دیگر نیست/)
  expect(notice.closest('[role="status"]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'نمایش' }))
  expect(await screen.findByRole('dialog', { name: 'همگام‌سازی' })).toBeDefined()
})

test('sends pending mutations with the sync button', async () => {
  device.goOffline()
  await save()
  const { user, router, sheet } = await openSheet()
  device.goOnline()
  router.update({
    ...router.options,
    context: {
      ...router.options.context,
      syncNow: async () => {
        await clearBackoff(openPersonalDatabase(member.id))
        await drainOutbox()
      },
    },
  })
  await router.invalidate()
  await user.click(sheet.getByRole('button', { name: 'همگام‌سازی' }))
  await waitFor(async () => expect(await savedOnServer(member)).toEqual([card.id]))
  expect(await sheet.findByText('همهٔ تغییرات شما فرستاده شده است')).toBeDefined()
})

test('reports an expired session with a link to sign in', async () => {
  device.goOffline()
  await save()
  const session = await readSession()
  await expireSession(session?.token ?? '')
  const { user, currentHref, sheet } = await openSheet()
  expect(await sheet.findByText('نشست شما به پایان رسیده است')).toBeDefined()
  await user.click(sheet.getByRole('link', { name: 'ورود' }))
  await waitFor(() => expect(currentHref()).toMatch(/^\/auth\/login/))
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(1)
})

test('keeps the text of a refused request: copies it and returns it to its form', async () => {
  device.network = (path, init) =>
    path === '/api/user/request' && init.method === 'POST'
      ? Response.json(
          {
            message: 'این درخواست پذیرفته نشد.',
            code: 'validation',
            errors: { note: ['یادداشت را کوتاه‌تر بنویسید.'] },
          },
          { status: 422 },
        )
      : undefined
  await sendRequest({ name: 'پدرخوانده ۴', type: 'movie', year: 2030, imdb: null, note: 'لطفاً' })
  await drainOutbox()
  const { user, currentHref, sheet } = await openSheet()
  expect(await sheet.findByText('این درخواست پذیرفته نشد.')).toBeDefined()
  expect(sheet.getByText('یادداشت را کوتاه‌تر بنویسید.')).toBeDefined()
  await user.click(sheet.getByRole('button', { name: /^کپی متن/ }))
  expect(await navigator.clipboard.readText()).toContain('پدرخوانده ۴')
  expect(await screen.findByText('متن کپی شد')).toBeDefined()
  await user.click(sheet.getByRole('button', { name: /^ویرایش/ }))
  await waitFor(() => expect(currentHref()).toBe('/user/new-request'))
  expect(await screen.findByDisplayValue('پدرخوانده ۴')).toBeDefined()
  expect(await openPersonalDatabase(member.id).outbox.count()).toBe(0)
})

test('says what a pending mutation waits for instead of counting attempts that left no device', async () => {
  device.disconnect()
  await save()
  await drainOutbox()
  const { sheet } = await openSheet()
  expect(await sheet.findByText(/با وصل شدن اینترنت فرستاده می‌شود/)).toBeDefined()
  expect(sheet.queryByText(/بار (فرستاده|تلاش)/)).toBeNull()
  act(() => setOnLine(true))
  expect(await sheet.findByText(/هر وقت سرور پاسخ دهد فرستاده می‌شود/)).toBeDefined()
  expect(sheet.getByText(/^سرور پرده پاسخ نمی‌دهد/)).toBeDefined()
})

test('counts the unanswered attempts of a pending mutation while the server answers others', async () => {
  device.network = (path, init) => {
    if (path.startsWith('/api/user/watchlist/') && init.method === 'POST') throw new TypeError('Failed to fetch')
    return undefined
  }
  await save()
  await drainOutbox()
  setReachability('answers')
  const { sheet } = await openSheet()
  expect(await sheet.findByText(/۱ بار تلاش شد و پاسخی نیامد/)).toBeDefined()
})

test('counts quarantined entries, exports them as a file and deletes them', async () => {
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:aside'
  }
  URL.revokeObjectURL = () => undefined
  const { aside } = openPersonalDatabase(member.id)
  await aside.add({ at: 1, from: 'outbox', why: 'payload', raw: { kind: 'of another world' } })
  const { user, sheet } = await openSheet()
  expect(await sheet.findByText(/^۱ مورد/)).toBeDefined()
  await user.click(sheet.getByRole('button', { name: 'دریافت فایل' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject([
    { from: 'outbox', raw: { kind: 'of another world' } },
  ])
  await user.click(sheet.getByRole('button', { name: 'حذف این موارد' }))
  await waitFor(() => expect(sheet.queryByText(/^۱ مورد/)).toBeNull())
  expect(await aside.count()).toBe(0)
})

test('lists journal events on request and copies them for support without titles', async () => {
  await save()
  await drainOutbox()
  const { user, sheet } = await openSheet()
  await user.click(await sheet.findByRole('button', { name: 'رویدادهای همگام‌سازی', expanded: false }))
  const events = within(await sheet.findByRole('list', { name: 'رویدادهای همگام‌سازی' }))
  expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(`سرور پذیرفتwatchlist:${card.id}`),
    expect.stringContaining(`در صف گذاشته شدwatchlist:${card.id}`),
  ])
  await user.click(sheet.getByRole('button', { name: 'کپی برای پشتیبانی' }))
  expect(await screen.findByText('رویدادها کپی شد')).toBeDefined()
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain(`acknowledged: watchlist:${card.id}`)
  expect(copied).toContain('waiting: 0, failed: 0')
  expect(copied).not.toContain(card.titleFa)
})

test('shows the used storage and whether the browser may clear it', async () => {
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: {
      estimate: async () => ({ usage: 2 ** 20, quota: 2 ** 30 }),
      persisted: async () => false,
      persist: async () => false,
    },
  })
  try {
    const { sheet } = await openSheet()
    expect(await sheet.findByRole('meter', { name: 'فضای این دستگاه' })).toBeDefined()
    expect(sheet.getByText('مرورگر ممکن است هنگام کمبود فضا داده‌ها را پاک کند')).toBeDefined()
  } finally {
    Reflect.deleteProperty(navigator, 'storage')
  }
})

test('shows a storage warning on every screen until it is resolved', async () => {
  await openApp('/auth/none')
  await button()
  act(() => setStorageProblem('full'))
  expect(await screen.findByText('حافظهٔ این دستگاه پر است؛ آخرین تغییر شما ذخیره نشد')).toBeDefined()
  act(() => clearStorageProblems('full'))
  await waitFor(() => expect(screen.queryByText('حافظهٔ این دستگاه پر است؛ آخرین تغییر شما ذخیره نشد')).toBeNull())
})
