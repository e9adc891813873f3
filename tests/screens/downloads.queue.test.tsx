import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { title } from '#data/areas/titles.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import type { Download } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import * as downloadQueue from '#data/downloads/downloadQueue.ts'
import { newDownload } from '#data/downloads/downloadRow.ts'
import { setSeriesRule } from '#data/downloads/seriesRules.ts'
import { markReachable, markUnreachable } from '#data/network/connectivity.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let app: Awaited<ReturnType<typeof openApp>> | undefined
let films: TitleCard[]
let series: TitleCard
beforeAll(async () => {
  device = await createDevice()
  const cards = await popularCards(device.server, 100)
  films = cards.filter(({ type }) => type === 'movie')
  const found = cards.find(({ type }) => type === 'series')
  if (!found) throw new Error('the catalogue has no series')
  series = found
})
afterEach(async () => {
  vi.restoreAllMocks()
  app?.close()
  app = undefined
  device.goOnline()
  markReachable()
  await deviceDatabase.meta.delete('downloadLimit')
})
afterAll(() => device.close())

const nameOf = ({ titleFa, titleEn }: TitleCard) => titleFa || titleEn

/** Stores the download of a film; returns its name. Nothing fetches it. */
async function addDownload(at: number, state: Partial<Download>): Promise<string> {
  const film = films[at]
  if (!film) throw new Error('the catalogue is too small')
  const row = newDownload({ fileId: 100 + at, title: film, season: null, episode: null, episodeId: null, quality: 720 })
  const until = Date.now() + 86_400_000
  await (await personalDatabase()).keptVideos.put({ ...row, createdAt: at, size: 8_000_000, until, ...state })
  return nameOf(film)
}

const waiting = () => ({ state: 'wanted', nextAt: Date.now() + 300_000 }) as const
const part = (name: string) => screen.queryByRole('region', { name })
const namesIn = (name: string) =>
  within(part(name) ?? document.createElement('div'))
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const queue = () => namesIn('در صف دانلود')
const handleOf = (name: string) => screen.getByRole('button', { name: `جابه‌جایی ${name} در صف` })
const instructionsOf = (handle: HTMLElement) =>
  document.getElementById(handle.getAttribute('aria-describedby') ?? '')?.textContent

/** Stores the page of the series on the device, as opening it does. */
async function openSeries() {
  const page = title(series.id)
  const opened = await page.fetch({})
  await page.store(opened)
  return opened
}

/** Gives list items the places that a browser would give them: jsdom has no layout. */
function layOutItems() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const item = this.closest('li')
    const at = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : 0
    return new DOMRect(0, at * 100, 300, this.tagName === 'UL' ? this.children.length * 100 : 100)
  })
}

test('lists the queue in its order above the downloads on the device, newest first, and leaves empty parts out', async () => {
  await device.registerMember()
  const [old, recent] = [await addDownload(0, { state: 'kept' }), await addDownload(1, { state: 'kept' })]
  app = await openApp('/user/downloads')
  await waitFor(() => expect(namesIn('روی این دستگاه')).toEqual([recent, old]))
  expect(part('در صف دانلود')).toBeNull()

  const last = await addDownload(2, waiting())
  const first = await addDownload(3, { ...waiting(), queuedAt: 1 })
  const stopped = await addDownload(4, { state: 'stopped', why: 'limit' })
  await waitFor(() => expect(queue()).toEqual([first, last, stopped]))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'در صف دانلود',
    'روی این دستگاه',
    'تنظیمات دانلود',
  ])

  await (await personalDatabase()).keptVideos.where('state').equals('kept').delete()
  await waitFor(() => expect(part('روی این دستگاه')).toBeNull())
})

test('moves a download of the queue with the keyboard, announces its place and shows the new order before it is stored', async () => {
  layOutItems()
  await device.registerMember()
  const one = await addDownload(0, waiting())
  app = await openApp('/user/downloads')
  const { user } = app
  await waitFor(() => expect(queue()).toEqual([one]))
  expect(screen.queryByRole('button', { name: /^جابه‌جایی/ })).toBeNull()
  const remove = screen.getByRole('button', { name: `پاک کردن ${one} از این دستگاه` })
  remove.focus()
  const [two, three] = [await addDownload(1, waiting()), await addDownload(2, waiting())]
  await screen.findByRole('button', { name: `جابه‌جایی ${three} در صف` })
  expect(document.activeElement).toBe(remove)
  expect(handleOf(one).getAttribute('aria-roledescription')).toBe('دکمهٔ جابه‌جایی')
  await waitFor(() => expect(instructionsOf(handleOf(one))).toMatch(/کلیدهای بالا و پایین/))

  // The write takes as long as the test wants.
  let store: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    store = resolve
  })
  const { moveDownload } = downloadQueue
  const move = vi.spyOn(downloadQueue, 'moveDownload').mockImplementation(async (...ids) => {
    await held
    await moveDownload(...ids)
  })
  handleOf(one).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText(`${one} برداشته شد؛ جای ۱ از ۳`)).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByText(`${one} در جای ۲ از ۳`)).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByText(`${one} در جای ۳ از ۳`)).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByText(`${one} در جای ۳ از ۳ گذاشته شد`)).toBeTruthy()
  expect(queue()).toEqual([two, three, one])
  // Progress of a download reads the rows again, which still have the old order.
  await (await personalDatabase()).keptVideos.update(101, { bytes: 4_000_000 })
  await waitFor(() => expect(screen.getByLabelText(`پیشرفت ${two}`).getAttribute('aria-valuenow')).toBe('50'))
  expect(queue()).toEqual([two, three, one])
  const list = within(part('در صف دانلود') ?? document.body).getByRole('list')
  expect(list.getAttribute('aria-busy')).toBe('true')
  store()
  await waitFor(async () => {
    const rows = downloadQueue.inQueueOrder(await (await personalDatabase()).keptVideos.toArray())
    expect(rows.map(({ fileId }) => fileId)).toEqual([101, 102, 100])
    expect(list.getAttribute('aria-busy')).toBe('false')
  })
  expect(queue()).toEqual([two, three, one])
  expect(document.activeElement).toBe(handleOf(one))

  // Escape leaves the order.
  await user.keyboard('{Enter}')
  await screen.findByText(`${one} برداشته شد؛ جای ۳ از ۳`)
  await user.keyboard('{ArrowUp}')
  await screen.findByText(`${one} در جای ۲ از ۳`)
  await user.keyboard('{Escape}')
  expect(await screen.findByText(`جابه‌جایی لغو شد؛ ${one} به جای ۳ برگشت`)).toBeTruthy()
  expect(queue()).toEqual([two, three, one])
  expect(move).toHaveBeenCalledTimes(1)
})

test('shows the stored order again when a move could not be stored', async () => {
  layOutItems()
  await device.registerMember()
  const [one, two] = [await addDownload(0, waiting()), await addDownload(1, waiting())]
  app = await openApp('/user/downloads')
  await screen.findByRole('button', { name: `جابه‌جایی ${one} در صف` })
  vi.spyOn(downloadQueue, 'moveDownload').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  handleOf(one).focus()
  await app.user.keyboard('{Enter}')
  await screen.findByText(`${one} برداشته شد؛ جای ۱ از ۲`)
  await app.user.keyboard('{ArrowDown}')
  await screen.findByText(`${one} در جای ۲ از ۲`)
  await app.user.keyboard('{Enter}')
  expect(await screen.findByText('انجام نشد؛ کمی بعد دوباره امتحان کنید')).toBeTruthy()
  expect(queue()).toEqual([one, two])
})

test('sets a limit for downloads, shows its use and retries what it stopped', async () => {
  await device.registerMember()
  await deviceDatabase.meta.put({ key: 'downloadLimit', value: 3_000_000_000 })
  await addDownload(0, { state: 'kept', size: 2_400_000_000, bytes: 2_400_000_000 })
  await addDownload(1, { ...waiting(), size: 600_000_000, bytes: 100_000_000 })
  const stopped = await addDownload(2, { state: 'stopped', why: 'limit', bytes: 0 })
  app = await openApp('/user/downloads')
  const { user } = app
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'سقف حجم دانلودها' })
  // A limit that is not offered any more stays visible.
  const labels = [...select.options].map(({ textContent }) => textContent)
  const offered = ['بدون سقف', '۱ گیگابایت', '۲ گیگابایت', '۳ گیگابایت', '۵ گیگابایت', '۱۰ گیگابایت']
  expect(labels).toEqual([...offered, '۲۰ گیگابایت', '۵۰ گیگابایت'])
  expect(select.selectedOptions[0]?.textContent).toBe('۳ گیگابایت')
  expect(screen.getByText('۲٫۵ از ۳ گیگابایت پر است، ۵۰۰ مگابایت هم برای صف کنار گذاشته شده است')).toBeTruthy()
  expect(screen.getByText(/با پایین آوردن سقف چیزی پاک نمی‌شود/)).toBeTruthy()
  expect(screen.getByText('در سقفی که برای دانلودها گذاشته‌اید جا نمی‌شود')).toBeTruthy()
  expect(screen.getByRole('button', { name: `تلاش دوباره برای ${stopped}` })).toBeTruthy()

  await user.selectOptions(select, '۵ گیگابایت')
  expect(await screen.findByText(/^۲٫۵ از ۵ گیگابایت پر است/)).toBeTruthy()
  await expect.poll(async () => (await deviceDatabase.meta.get('downloadLimit'))?.value).toBe(5_000_000_000)
  await waitFor(() => expect(screen.queryByText(/در سقفی که/)).toBeNull())
  await user.selectOptions(select, 'بدون سقف')
  await waitFor(() => expect(screen.queryByText(/پر است/)).toBeNull())
  expect(await deviceDatabase.meta.get('downloadLimit')).toBeUndefined()
})

test('lists the rules of series with what they wait for, ends a rule and restores it with its downloads', async () => {
  await device.registerMember()
  const { seasons } = await openSeries()
  const [first, second] = seasons.flatMap(({ number: season, episodes }) =>
    episodes.map(({ id, number }) => ({ season, episode: number, episodeId: id })),
  )
  if (!first || !second) throw new Error('the series has too few episodes')
  const database = await personalDatabase()
  await setSeriesRule({ title: series, count: 3, quality: 720, dub: undefined })
  await database.downloadRules.update(series.id, { skipped: [987], exceedsLimit: true })
  const complete = newDownload({ fileId: 901, title: series, quality: 720, ...first })
  const until = Date.now() + 86_400_000
  await database.keptVideos.put({ ...complete, state: 'kept', until, isAutomatic: true, watchedSince: 5 })
  // The user asked for this one.
  await database.keptVideos.put({
    ...newDownload({ fileId: 902, title: series, quality: 720, ...second }),
    ...waiting(),
  })
  app = await openApp('/user/downloads')
  const { user } = app
  const rules = within(await screen.findByRole('region', { name: 'دانلود خودکار' }))
  expect(await rules.findByText('۳ قسمت بعدی، ۱ قسمت آماده')).toBeTruthy()
  expect(rules.getByText('۱ قسمت در سقف دانلودها جا نمی‌شود')).toBeTruthy()
  expect(rules.getByRole('link', { name: nameOf(series) }).getAttribute('href')).toContain(`/titles/${series.id}/`)
  const automatic = 'خودکار؛ دو روز پس از تماشا پاک می‌شود'
  expect(screen.getAllByText(automatic)).toHaveLength(1)

  await user.click(rules.getByRole('button', { name: `پایان دانلود خودکار ${nameOf(series)}` }))
  await waitFor(() => expect(part('دانلود خودکار')).toBeNull())
  await waitFor(() => expect(screen.queryByText(automatic)).toBeNull())
  expect(await database.keptVideos.count()).toBe(2)
  await user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  expect(await screen.findByText(`دانلود خودکار «${nameOf(series)}» بازگشت`)).toBeTruthy()
  expect(await screen.findAllByText(automatic)).toHaveLength(1)
  expect(await database.downloadRules.get(series.id)).toMatchObject({ count: 3, skipped: [987] })
  expect(await database.keptVideos.get(901)).toMatchObject({ isAutomatic: true, watchedSince: 5 })
  expect((await database.keptVideos.get(902))?.isAutomatic).toBeUndefined()
})

test('says what episodes of a rule wait for, and says before deleting all downloads that the rules end', async () => {
  await device.registerMember()
  await openSeries()
  await setSeriesRule({ title: series, count: 2, quality: 720, dub: undefined })
  await addDownload(0, { state: 'kept' })
  app = await openApp('/user/downloads')
  await screen.findByRole('region', { name: 'دانلود خودکار' })
  expect(screen.queryByText(/منتظر اینترنت/)).toBeNull()
  device.goOffline()
  act(markUnreachable)
  expect(await screen.findByText('۲ قسمت منتظر اینترنت است')).toBeTruthy()
  expect(screen.getByText('۲ قسمت بعدی، هنوز هیچ‌کدام آماده نیست')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'پاک کردن همه' }))
  expect(await screen.findByText('دانلود خودکار سریال‌ها هم پایان می‌گیرد.', {}, { timeout: 20_000 })).toBeTruthy()
})

test('tells what happens to downloads later, without downloads too', async () => {
  await device.registerMember()
  app = await openApp('/user/downloads')
  const summary = await screen.findByText('دانلودها در چه حالتی چه می‌شوند؟')
  const details = summary.closest('details')
  expect(details?.open).toBe(false)
  await app.user.click(summary)
  expect(details?.open).toBe(true)
  const terms = within(details ?? summary).getAllByRole('term')
  expect(terms.map(({ textContent }) => textContent)).toEqual([
    'اشتراک پایان بگیرد',
    'فیلم عوض شود',
    'دستگاه یا سقف پر شود',
    'مدتی بی‌اینترنت بمانید',
  ])
  expect(screen.getByRole('combobox', { name: 'سقف حجم دانلودها' })).toBeTruthy()
})
