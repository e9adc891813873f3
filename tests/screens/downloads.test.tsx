import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { newDownload } from '#data/downloads/downloadRow.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'
import { linkCalled } from '#tests/harness/fixtures/findLinks.ts'

/** Timeout for dialogs whose code is loaded on first use, on a busy machine. */
const ON_DEMAND = { timeout: 20_000 }
let device: TestDevice
let app: Awaited<ReturnType<typeof openApp>> | undefined
let cards: TitleCard[]
beforeAll(async () => {
  device = await createDevice()
  cards = (await popularCards(device.server, 100)).filter(({ type }) => type === 'movie')
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'connection')
  Reflect.deleteProperty(navigator, 'storage')
  app?.close()
  app = undefined
})
afterAll(() => device.close())

/** Stores a download row with the given state. */
async function addDownload(at: number, state: Partial<Download>) {
  const title = cards[at]
  if (!title) throw new Error('the catalogue is too small')
  const row = newDownload({ fileId: 100 + at, title, season: null, episode: null, episodeId: null, quality: 720 })
  const until = Date.now() + 86_400_000
  await (await personalDatabase()).keptVideos.put({ ...row, createdAt: at, size: 8_000_000, until, ...state })
  return title.titleFa || title.titleEn
}
const itemCalled = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const found = heading.closest('li')
  if (!found) throw new Error(`${name} is not in a list`)
  return within(found)
}

test('plays complete downloads, pauses and resumes waiting ones, explains stopped ones and deletes them', {
  timeout: 90_000,
}, async () => {
  await device.registerMember()
  const [complete, waiting, locked, withdrawn] = [
    await addDownload(0, { state: 'kept', bytes: 8_000_000 }),
    await addDownload(1, { state: 'wanted', bytes: 2_000_000, nextAt: Date.now() + 300_000 }),
    await addDownload(2, { state: 'kept', bytes: 8_000_000, why: 'premium', message: 'اشتراک می‌خواهد' }),
    await addDownload(3, { state: 'stopped', bytes: 0, why: 'withdrawn' }),
  ]
  const expired = await addDownload(4, { state: 'kept', bytes: 8_000_000, until: Date.now() - 1000 })
  const outOfSpace = await addDownload(5, { state: 'stopped', bytes: 2_000_000, why: 'full' })
  app = await openApp('/user/downloads')
  const { user } = app
  expect((await itemCalled(complete)).getByRole('link', { name: `پخش ${complete}` }).getAttribute('href')).toContain(
    '/watch/',
  )
  expect((await itemCalled(locked)).getByText('اشتراک می‌خواهد')).toBeTruthy()
  expect((await itemCalled(locked)).getByRole('link', { name: 'دیدن اشتراک‌ها' })).toBeTruthy()
  expect((await itemCalled(locked)).queryByRole('link', { name: `پخش ${locked}` })).toBeNull()
  expect((await itemCalled(withdrawn)).getByText(/دیگر روی سرور نیست/)).toBeTruthy()
  expect((await itemCalled(expired)).getByText(/زمان پخش بدون اینترنت این فیلم گذشته است/)).toBeTruthy()
  expect((await itemCalled(expired)).queryByRole('link', { name: `پخش ${expired}` })).toBeNull()
  expect((await itemCalled(expired)).getByRole('button', { name: 'بررسی از سرور' })).toBeTruthy()
  expect((await itemCalled(outOfSpace)).getByText('روی این دستگاه جای کافی نیست')).toBeTruthy()
  expect((await itemCalled(outOfSpace)).getByRole('button', { name: `تلاش دوباره برای ${outOfSpace}` })).toBeTruthy()
  expect((await itemCalled(waiting)).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')

  await user.click((await itemCalled(waiting)).getByRole('button', { name: `توقف دانلود ${waiting}` }))
  await user.click(await (await itemCalled(waiting)).findByRole('button', { name: `ادامهٔ دانلود ${waiting}` }))
  expect(await (await itemCalled(waiting)).findByRole('button', { name: `توقف دانلود ${waiting}` })).toBeTruthy()
  await user.click((await itemCalled(withdrawn)).getByRole('button', { name: `پاک کردن ${withdrawn} از این دستگاه` }))
  await user.click(await screen.findByText('نه، بماند', {}, ON_DEMAND))
  expect(await itemCalled(withdrawn)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('نه، بماند')).toBeNull())
  await user.click((await itemCalled(withdrawn)).getByRole('button', { name: `پاک کردن ${withdrawn} از این دستگاه` }))
  await user.click(await screen.findByRole('button', { name: 'پاک کن' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: withdrawn })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByText('پاک کردن همه'))
  await user.click(await screen.findByText('همه را پاک کن', {}, ON_DEMAND))
  expect(await screen.findByText('هنوز فیلمی روی این دستگاه نیست')).toBeTruthy()
  await expect.poll(async () => (await personalDatabase()).keptVideos.count()).toBe(0)
})

test('offers the Wi-Fi switch where supported and shows waiting downloads with their progress in the sync sheet', async () => {
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: Object.assign(new EventTarget(), { type: 'cellular' }),
  })
  await device.registerMember()
  app = await openApp('/user/downloads')
  const { user } = app
  expect(await screen.findByText('هنوز فیلمی روی این دستگاه نیست')).toBeTruthy()
  const only = await screen.findByLabelText('دانلود فقط با وای‌فای')
  expect((only as HTMLInputElement).checked).toBe(false)
  await user.click(only)
  const waiting = await addDownload(1, { state: 'wanted', bytes: 2_000_000, nextAt: Date.now() + 300_000 })
  expect(await (await itemCalled(waiting)).findByText('منتظر وای‌فای؛ خودش ادامه می‌دهد')).toBeTruthy()
  await user.click(screen.getAllByLabelText(/همگام‌سازی/)[0] as HTMLElement)
  const sheet = within(await screen.findByRole('dialog'))
  const progress = await sheet.findByLabelText(`پیشرفت ${waiting}`)
  expect(progress.getAttribute('aria-valuenow')).toBe('25')
  expect(await sheet.findByText('منتظر وای‌فای؛ خودش ادامه می‌دهد')).toBeTruthy()
})

test('downloads a film from its title page after showing the sizes, hides the button for films the user may not download, and shows the state', {
  timeout: 90_000,
}, async () => {
  await device.registerMember()
  const freeFilm = cards.findIndex(({ year, isComing }) => !isComing && year !== null && year < 2016)
  const paidFilm = cards.findIndex(({ year, isComing }) => !isComing && year !== null && year > 2016)
  app = await openApp(cards[paidFilm]?.path ?? '')
  await linkCalled('تصاویر')
  expect(screen.queryByLabelText(/^دانلود در برنامه/)).toBeNull()
  app.close()

  app = await openApp(cards[freeFilm]?.path ?? '')
  const name = cards[freeFilm]?.titleFa || cards[freeFilm]?.titleEn
  // Without enough space no download starts, and a link leads to the stored downloads.
  const storage = { estimate: async () => ({ usage: 0, quota: 65_000_000 }) }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  const openDialog = async () => app?.user.click(await screen.findByLabelText(`دانلود در برنامه: ${name}`))
  await openDialog()
  expect((await screen.findByText(/فضا لازم است و .* آزاد است/, {}, ON_DEMAND)).getAttribute('role')).toBe('alert')
  expect(screen.getByText('دیدن دانلودها').getAttribute('href')).toBe('/user/downloads')
  expect(screen.queryByText('شروع دانلود')).toBeNull()
  Reflect.deleteProperty(navigator, 'storage')
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText(/فضا لازم است/)).toBeNull())
  await openDialog()
  expect(await screen.findAllByText(/^حدود /, {}, ON_DEMAND)).toHaveLength(3)
  const qualities = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(qualities.map(({ checked }) => checked)).toEqual([false, true, false])
  // On a full device the sheet stays open and does not say that the download has started.
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await app.user.click(screen.getByText('شروع دانلود'))
  expect(await screen.findByText('حافظهٔ این دستگاه پر است؛ این تغییر ثبت نشد')).toBeTruthy()
  put.mockRestore()
  await waitFor(() => expect(screen.getByText('شروع دانلود')).toBeTruthy())
  await app.user.click(screen.getByText('شروع دانلود'))
  const link = await linkCalled(`در حال دانلود ${name}، ۰٪`)
  expect(link.getAttribute('href')).toBe('/user/downloads')
  const rows = await (await personalDatabase()).keptVideos.toArray()
  expect(rows).toMatchObject([{ state: 'wanted', quality: 720, episodeId: null }])
  // The file id, not the title id: the server is asked for this file later.
  expect(rows[0]?.fileId).not.toBe(cards[freeFilm]?.id)
  await (await personalDatabase()).keptVideos.update(rows[0]?.fileId ?? 0, {
    state: 'kept',
    until: Date.now() + 86_400_000,
  })
  expect(await linkCalled(`${name} روی این دستگاه است`)).toBeTruthy()
})
