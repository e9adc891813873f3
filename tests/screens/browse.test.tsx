import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCard, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'

/** For content whose code loads on demand, which the test runner may have to compile first. */
const ON_DEMAND = { timeout: 20_000 }

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

const nameOf = (card: TitleCard | undefined) => card?.titleFa || card?.titleEn || ''
/** The card of a title in the grid. */
async function cardOf(title: TitleCard | undefined): Promise<HTMLElement> {
  const name = await screen.findByRole('heading', { level: 3, name: nameOf(title) })
  const card = name.closest('article')
  if (!card) throw new Error('no card around the heading')
  return card
}

test('shows slides and cards with name, genre and rating, and a placeholder with the name for a broken poster', async () => {
  const best = await popularCard(device.server)
  await openApp('/?order_by=votes')
  const element = await cardOf(best)
  const card = within(element)
  expect(card.getByText(best.titleEn)).toBeDefined()
  expect(card.getByText(new RegExp(best.genres[0]?.titleFa ?? 'none'))).toBeDefined()
  expect(card.getByRole('img', { name: /^امتیاز IMDb/ })).toBeDefined()
  fireEvent.error(element.querySelector('img') ?? element)
  await waitFor(() => expect(element.querySelector('img')).toBeNull())
  expect(element.querySelector('[data-shape="poster"]')?.textContent).toBe(nameOf(best))
})

test('can pause the slideshow and step through it with the arrow buttons', async () => {
  const { user } = await openApp('/')
  const show = await screen.findByRole('region', { name: 'پیشنهادهای پرده' })
  await user.click(within(show).getByRole('button', { name: 'توقف پخش خودکار' }))
  expect(within(show).getByRole('button', { name: 'پخش خودکار' })).toBeDefined()
  expect(within(show).getAllByRole('button', { name: /^(بعدی|قبلی)$/ })).toHaveLength(2)
})

test('hides a slideshow that fails to load and shows the grid without it', async () => {
  device.network = (path) =>
    path.startsWith('/api/titles/slideshow') ? Response.json({ message: '' }, { status: 404 }) : undefined
  await openApp('/')
  expect(await screen.findByRole('list', { name: 'خانه' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'پیشنهادهای پرده' })).toBeNull())
})

test('opens a filtered view with its own address and heading for each filter', async () => {
  const { user, currentHref } = await openApp('/?page=1&type=nonsense')
  expect(currentHref()).toBe('/')
  const filters = within(await screen.findByRole('navigation', { name: 'فیلترها' }))
  await user.click(filters.getByRole('link', { name: 'سریال' }))
  await waitFor(() => expect(currentHref()).toBe('/?type=series'))
  expect(await screen.findByRole('heading', { level: 1, name: 'سریال‌ها' })).toBeDefined()
  const again = () => within(screen.getByRole('navigation', { name: 'فیلترها' }))
  await user.click(again().getByRole('link', { name: 'دوبله' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'سریال‌های دوبله' })).toBeDefined()
  for (const name of ['سریال', 'دوبله'])
    expect(again().getByRole('link', { name }).hasAttribute('aria-current')).toBe(true)
  expect(again().getByRole('link', { name: 'همه' }).hasAttribute('aria-current')).toBe(false)
  expect(document.title).toBe('سریال‌های دوبله | پرده')
})

test('redirects from a page beyond the last to the last page and shows its range', async () => {
  const { currentHref } = await openApp('/?page=5000')
  await waitFor(() => expect(currentHref()).not.toContain('5000'))
  const pager = within(await screen.findByRole('navigation', { name: 'صفحه‌بندی' }))
  const [, from = '', to = '', total = ''] =
    /^([۰-۹٬]+) تا ([۰-۹٬]+) از ([۰-۹٬]+)$/.exec(pager.getByText(/ تا .* از /).textContent ?? '') ?? []
  expect(to).toBe(total)
  expect(from).not.toBe('')
  expect(from).not.toBe('۱')
})

test('reports filters without results and offers to clear them', async () => {
  const { user, currentHref } = await openApp('/?genre=999999')
  expect(await screen.findByText('متاسفانه موردی یافت نشد')).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'پاک کردن فیلترها' }))
  await waitFor(() => expect(currentHref()).toBe('/'))
})

test('corrects the slug of a genre and keeps the filters in the address', async () => {
  const { currentHref } = await openApp('/genres/8/wrong?is_dubbed=1')
  expect(await screen.findByRole('heading', { level: 1, name: /درام$/ })).toBeDefined()
  await waitFor(() => expect(currentHref()).toBe('/genres/8/drama?is_dubbed=1'))
})

test('shows series on their own screen without the type filter', async () => {
  await openApp('/tv')
  const filters = within(await screen.findByRole('navigation', { name: 'فیلترها' }))
  expect(filters.queryByRole('link', { name: 'فیلم' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'سریال‌ها' })).toBeDefined()
})

test('lists search results with their count and offers to clear the search', async () => {
  const best = await popularCard(device.server)
  const { user, currentHref } = await openApp(`/?order_by=votes&type=all&q=${encodeURIComponent(best.titleEn)}`)
  expect(currentHref()).toContain('type=all')
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(best.titleEn) })).toBeDefined()
  expect(await cardOf(best)).toBeDefined()
  expect(screen.getByText(/^[۰-۹]+ عنوان$/)).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'پاک کردن جستجو' }))
  await waitFor(() => expect(currentHref()).not.toContain('q='))
})

test('reports a search without results and shows other titles', async () => {
  const best = await popularCard(device.server)
  await openApp('/?q=zzzzqqqq')
  expect(await screen.findByText('متاسفانه موردی یافت نشد')).toBeDefined()
  expect(screen.getByRole('link', { name: 'دیدن همهٔ عنوان‌ها' })).toBeDefined()
  expect(await cardOf(best)).toBeDefined()
})

test('lists people beside titles, and a person whose name no title has without offering a request', async () => {
  const both = await openApp(`/?q=${encodeURIComponent('پدرخوانده')}`)
  await screen.findByRole('list', { name: 'عنوان‌ها' })
  both.close()
  await openApp(`/?q=${encodeURIComponent('کوپولا')}`)
  expect(await screen.findByRole('link', { name: /Francis Ford Coppola/ })).toBeDefined()
  expect(screen.getByText('عنوانی با این نام نیست')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'درخواست این عنوان' })).toBeNull()
})

test('sends no request for a single letter', async () => {
  await openApp('/?q=a')
  expect(await screen.findByText('برای جستجو دست‌کم دو حرف بنویسید')).toBeDefined()
  expect(device.sent.filter((call) => call.includes('/titles/search'))).toEqual([])
})

test('searches the titles seen on this device while offline', async () => {
  const best = await popularCard(device.server)
  const first = await openApp('/?order_by=votes')
  await cardOf(best)
  first.close()
  device.disconnect()
  await openApp(`/?q=${encodeURIComponent(best.titleFa)}`)
  expect(await screen.findByText(/از میان عنوان‌هایی است که روی این دستگاه دیده شده‌اند/)).toBeDefined()
  expect(await cardOf(best)).toBeDefined()
})

test('shows a cached grid with its age while offline', async () => {
  const best = await popularCard(device.server)
  const first = await openApp('/?order_by=votes')
  await cardOf(best)
  first.close()
  device.disconnect()
  await openApp('/?order_by=votes')
  expect(await cardOf(best)).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شده/)).toBeDefined()
})

test('prefetches only the title under the pointer or finger, and none with data saving on', async () => {
  const [pointed, touched, spared] = await popularCards(device.server, 3)
  const { user, currentHref } = await openApp('/?order_by=votes')
  const linkTo = async (card: TitleCard | undefined) => within(await cardOf(card)).getByRole('link')
  const fetched = (card: TitleCard | undefined) =>
    device.sent.filter((request) => new RegExp(`/api/titles/${card?.id}\\b`).test(request)).length
  await user.hover(await linkTo(pointed))
  await waitFor(() => expect(fetched(pointed)).toBe(1))
  fireEvent.touchStart(await linkTo(touched))
  await waitFor(() => expect(fetched(touched)).toBe(1))
  await user.click(screen.getByRole('switch', { name: 'صرفه‌جویی در مصرف اینترنت' }))
  await user.hover(await linkTo(spared))
  fireEvent.touchStart(await linkTo(spared))
  // The click below is requested after any prefetch would have been.
  await user.click(await linkTo(touched))
  await waitFor(() => expect(currentHref()).toBe(touched?.path))
  await waitFor(() => expect(fetched(touched)).toBeGreaterThan(1))
  expect([fetched(pointed), fetched(spared)]).toEqual([1, 0])
})

test('dims and marks a card whose page is not cached while offline, explains why on the first tap and opens it on request', async () => {
  const best = await popularCard(device.server)
  const { user, currentHref } = await openApp('/?order_by=votes')
  const card = await cardOf(best)
  device.disconnect()
  await waitFor(() => expect(card.hasAttribute('data-out-of-reach')).toBe(true))
  expect(within(card).getByText('آفلاین آماده نیست')).toBeDefined()
  await user.click(within(card).getByRole('link'))
  expect(currentHref()).toBe('/?order_by=votes')
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'باز کردن' }))
  await waitFor(() => expect(currentHref()).toBe(best.path))
})

test('shows a title saved offline at once as pending and sends it once', async () => {
  const member = await device.registerMember()
  const best = await popularCard(device.server)
  const { user } = await openApp('/?order_by=votes')
  const card = within(await cardOf(best))
  device.disconnect()
  const save = card.getByRole('button', { name: 'ذخیره' })
  await waitFor(() => expect(save.getAttribute('aria-pressed')).toBe('false'))
  await user.click(save)
  await waitFor(() => expect(save.getAttribute('aria-pressed')).toBe('true'))
  expect(card.getByText('در انتظار ارسال')).toBeDefined()

  device.goOnline()
  await drainOutbox()
  await waitFor(() => expect(card.queryByText('در انتظار ارسال')).toBeNull())
  expect(save.getAttribute('aria-pressed')).toBe('true')
  expect(await savedOnServer(member)).toEqual([best.id])
})

test('redirects a guest who saves a title to sign-in and back', async () => {
  const best = await popularCard(device.server)
  const { user, currentHref } = await openApp('/?order_by=votes')
  await user.click(within(await cardOf(best)).getByRole('button', { name: 'ذخیره' }))
  await waitFor(() => expect(currentHref()).toContain('/auth/login?redirect='))
  expect(new URLSearchParams(currentHref().split('?')[1]).get('redirect')).toBe('/?order_by=votes')
})

test('shows the save button after a long press without following the link', async () => {
  const best = await popularCard(device.server)
  const { currentHref } = await openApp('/?order_by=votes')
  const card = await cardOf(best)
  const link = within(card).getByRole('link')
  fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 50, clientY: 50 })
  await waitFor(() => expect(card.hasAttribute('data-pressed')).toBe(true))
  fireEvent.pointerUp(link, { pointerType: 'touch' })
  fireEvent.click(link)
  expect(currentHref()).toBe('/?order_by=votes')
})

test('does not treat a scrolling finger as a long press', async () => {
  const best = await popularCard(device.server)
  await openApp('/?order_by=votes')
  const card = await cardOf(best)
  const link = within(card).getByRole('link')
  fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 50, clientY: 50 })
  fireEvent.pointerMove(link, { pointerType: 'touch', clientX: 50, clientY: 90 })
  await new Promise((later) => setTimeout(later, 600))
  expect(card.hasAttribute('data-pressed')).toBe(false)
})

test('lists unfinished titles under continue watching for members, with their progress', async () => {
  const guest = await openApp('/')
  await screen.findByRole('list', { name: 'خانه' })
  expect(screen.queryByRole('region', { name: 'ادامهٔ تماشا' })).toBeNull()
  guest.close()
  await device.registerMember()
  const { json } = await device.server.createGuest().get('/api/titles/search?order_by=votes&type=movie&per_page=2')
  const [begun, finished]: (TitleCard | undefined)[] = json.data
  for (const [card, position] of [
    [begun, 1500],
    [finished, 5950],
  ] as const)
    if (card) await setPosition({ titleId: card.id, card, position, duration: 6000, isLast: true })
  await openApp('/')
  const row = within(await screen.findByRole('region', { name: 'ادامهٔ تماشا' }, ON_DEMAND))
  expect(row.getByText('۲۵٪ دیده شده')).toBeDefined()
  expect(row.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual([nameOf(begun)])
})

test('names what the home lists in the heading of its grid', async () => {
  await openApp('/')
  expect(await screen.findByRole('heading', { level: 2, name: 'فیلم‌ها و سریال‌ها' })).toBeDefined()
})

test('names the episode of a series that this device has never opened under continue watching', async () => {
  const member = await device.registerMember()
  const { json } = await member.get('/api/titles/search?order_by=votes&type=series&per_page=1')
  const [series] = json.data as [TitleCard]
  const { seasons } = (await member.get(`/api/titles/${series.id}`)).json.data
  const second = seasons[0].episodes[1]
  const mark = { titleId: series.id, card: series, fileId: null, episodeId: second.id }
  await setPosition({ ...mark, position: 600, duration: 3_000, isLast: true })
  await openApp('/')
  const row = within(await screen.findByRole('region', { name: 'ادامهٔ تماشا' }, ON_DEMAND))
  expect(await row.findByText('فصل ۱، قسمت ۲')).toBeDefined()
})
