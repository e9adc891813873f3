import { screen, waitFor, within } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { cachedCard } from '#data/areas/titles.ts'
import { savedState, setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { refreshUser } from '#data/session/account.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCard, savedOnServer, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

/** The title of a type with the most votes in the small catalogue. */
async function findCard(type: TitleCard['type'] = 'movie'): Promise<TitleCard> {
  const { json } = await device.server.createGuest().get(`/api/titles/search?order_by=votes&type=${type}`)
  const [card] = json.data
  if (!card) throw new Error('the catalogue is empty')
  return card
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const main = () => within(document.body)

test('shows story, cast and similar titles of a film', async () => {
  const card = await findCard()
  await openApp(card.path)
  expect(await heading(card.titleFa)).toBeDefined()
  expect(await screen.findByRole('region', { name: 'داستان' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'کارگردان و بازیگران' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'عنوان‌های مشابه' })).toBeDefined()
  for (const name of ['ذخیره', 'پسندیدن', 'اشتراک‌گذاری'])
    expect(main().getAllByRole('button', { name })[0], name).toBeDefined()
  expect(document.title).toBe(`${card.titleFa} | پرده`)
})

test('shows the seasons of a series as tabs with arrow keys from right to left', async () => {
  const card = await findCard('series')
  const { user } = await openApp(card.path)
  const first = await screen.findByRole('tab', { name: 'فصل ۱' })
  expect(first.getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('tab').length).toBeGreaterThan(1)
  const [episode] = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
  expect(episode?.textContent).not.toMatch(/[آ-ی][A-Za-z]|[A-Za-z][\d۰-۹آ-ی]/)
  first.focus()
  await user.keyboard('{ArrowRight}')
  expect(first.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{End}')
  expect(screen.getAllByRole('tab').at(-1)?.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(screen.getAllByRole('tab').at(-1))
  await user.keyboard('{Home}{ArrowLeft}')
  expect(screen.getAllByRole('tab')[1]?.getAttribute('aria-selected')).toBe('true')
})

test('corrects a wrong slug and keeps the search parameters', async () => {
  const card = await findCard()
  const { currentHref } = await openApp(`/titles/${card.id}/wrong?dub=1`)
  await waitFor(() => expect(currentHref()).toBe(`${card.path}?dub=1`))
  expect(device.sent.some((call) => call.includes(`/titles/${card.id}?dub=1`))).toBe(true)
})

test('shows the not-found screen for unknown and invalid ids', async () => {
  for (const path of ['/titles/999999999999/x', '/titles/abc/x', '/titles/0/x', '/titles/1e9/x']) {
    const tab = await openApp(path)
    expect(await heading('صفحه پیدا نشد'), path).toBeDefined()
    tab.close()
  }
})

test('shows the heading from a cached card while offline and reports that the rest is not stored', async () => {
  const card = await popularCard(device.server)
  const first = await openApp('/?order_by=votes')
  await vi.waitFor(async () => expect(await cachedCard(card.id)).toBeDefined(), 8000)
  first.close()
  device.goOffline()
  await openApp(card.path)
  expect(await heading(card.titleFa)).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  expect(main().getAllByRole('button', { name: 'ذخیره' })[0]).toBeDefined()
})

test('reports in its heading that the page is not stored', async () => {
  const card = await findCard()
  device.goOffline()
  await openApp(card.path)
  expect(await heading('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test('shows a cached page with its age while offline', async () => {
  const card = await findCard()
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  first.close()
  device.disconnect()
  await openApp(card.path)
  expect(await screen.findByRole('region', { name: 'داستان' })).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شده/)).toBeDefined()
})

test('dims play and trailer while offline and says why on a click', async () => {
  const card = await findCard()
  const first = await openApp(card.path)
  await screen.findByRole('link', { name: 'پیش‌پرده' })
  first.close()
  device.goOffline()
  const { user, currentHref } = await openApp(card.path)
  const trailer = await screen.findByRole('link', { name: 'پیش‌پرده' })
  await waitFor(() => expect(trailer.hasAttribute('data-out-of-reach')).toBe(true))
  expect(screen.getByRole('link', { name: /^پخش/ }).hasAttribute('data-out-of-reach')).toBe(true)
  await user.click(trailer)
  expect(await screen.findByText('پیش‌پرده فقط با اینترنت پخش می‌شود')).toBeDefined()
  expect(currentHref()).toBe(card.path)
})

test('shows an own like as unknown after the storage was evicted, and as the server says', async () => {
  const member = await device.registerMember()
  const card = await findCard()
  await member.post(`/api/user/like/${card.id}`, { liked: true })
  const before = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  before.close()
  await evict()
  device.goOffline()
  const app = await openApp(card.path)
  const like = () => screen.findByRole('button', { name: 'پسندیدن' })
  expect((await like()).getAttribute('aria-pressed')).toBeNull()
  app.close()
  await deviceDatabase.titles.clear()
  device.goOnline()
  await refreshUser()
  await openApp(card.path)
  await waitFor(async () => expect((await like()).getAttribute('aria-pressed')).toBe('true'))
})

/** Deletes the user's data and session, as a browser evicts them, and keeps the cookies. */
async function evict() {
  closePersonalDatabases()
  for (const name of await Dexie.getDatabaseNames()) if (name !== deviceDatabase.name) await Dexie.delete(name)
  await deviceDatabase.meta.clear()
}

test('shows saving and liking made offline at once, also in a new tab, and sends each once', async () => {
  const member = await device.registerMember()
  const card = await findCard()
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  device.goOffline()
  const button = (name: string) => main().getAllByRole('button', { name })[0] as HTMLElement
  for (const name of ['ذخیره', 'پسندیدن']) {
    await first.user.click(button(name))
    await waitFor(() => expect(button(name).getAttribute('aria-pressed')).toBe('true'))
    expect(within(button(name)).getByText('در انتظار ارسال')).toBeDefined()
  }
  expect(within(button('پسندیدن')).getByText('۱')).toBeDefined()
  first.close()

  await openApp(card.path)
  await heading(card.titleFa)
  await waitFor(() => expect(button('ذخیره').getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() => expect(button('پسندیدن').getAttribute('aria-pressed')).toBe('true'))
  device.goOnline()
  await drainOutbox()
  await waitFor(() => expect(within(button('ذخیره')).queryByText('در انتظار ارسال')).toBeNull())
  expect(await savedOnServer(member)).toEqual([card.id])
  const { json } = await device.server.createGuest().get(`/api/titles/${card.id}`)
  expect(json.data.likes).toBe(1)
})

test('copies the address when the browser cannot share', async () => {
  const card = await findCard()
  const { user } = await openApp(card.path)
  await user.click((await screen.findAllByRole('button', { name: 'اشتراک‌گذاری' }))[0] as HTMLElement)
  expect(await screen.findByText('پیوند کپی شد')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(location.href)
})

/** The comments of a page with their form. */
async function comments() {
  const section = await screen.findByRole('region', { name: /^نظرها/ })
  return {
    section: within(section),
    field: await within(section).findByLabelText('نظر شما'),
    send: () => within(section).getByRole('button', { name: 'ارسال نظر' }),
  }
}
const commentsOn = async (id: number) =>
  (await device.server.createGuest().get(`/api/titles/${id}/topcomments`)).json.data as {
    body: string
    replies: unknown[]
  }[]

test('shows a comment written offline at once, edits and deletes it, and sends it once', async () => {
  await device.registerMember()
  const card = await findCard()
  const before = (await commentsOn(card.id)).length
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  device.goOffline()
  for (const words of ['یک فیلم بی‌نظیر', 'این یکی نه']) {
    const { field, send } = await comments()
    await first.user.type(field, words)
    await first.user.click(send())
    await waitFor(() => expect(field).toHaveProperty('value', ''))
  }
  const own = async (words: string) => {
    const text = await screen.findByText(words)
    return within(text.closest('article') as HTMLElement)
  }
  expect((await own('یک فیلم بی‌نظیر')).getByText('در انتظار ارسال')).toBeDefined()
  await first.user.click((await own('این یکی نه')).getByRole('button', { name: 'حذف' }))
  await waitFor(() => expect(screen.queryByText('این یکی نه')).toBeNull())
  await first.user.click((await own('یک فیلم بی‌نظیر')).getByRole('button', { name: 'ویرایش' }))
  const edited = await screen.findByDisplayValue('یک فیلم بی‌نظیر')
  await waitFor(() => expect(document.activeElement).toBe(edited))
  await first.user.type(edited, ' است')
  await first.user.click(within(edited.closest('form') as HTMLElement).getByRole('button', { name: 'ارسال نظر' }))
  await own('یک فیلم بی‌نظیر است')
  first.close()

  await openApp(card.path)
  await own('یک فیلم بی‌نظیر است')
  device.goOnline()
  await drainOutbox()
  await waitFor(() => expect(screen.queryByText('در انتظار ارسال')).toBeNull())
  expect(screen.getAllByText('یک فیلم بی‌نظیر است')).toHaveLength(1)
  const now = await commentsOn(card.id)
  expect(now).toHaveLength(before + 1)
  expect(now[0]?.body).toBe('یک فیلم بی‌نظیر است')
})

test('restores a draft in a new tab and after a guest has signed in', async () => {
  const card = await findCard()
  const first = await openApp(card.path)
  const form = await comments()
  await first.user.type(form.field, 'نیمه‌کاره')
  await first.user.click(form.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' }))
  first.close()

  const second = await openApp(card.path)
  const again = await comments()
  expect(again.field).toHaveProperty('value', 'نیمه‌کاره')
  expect(again.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' })).toHaveProperty('checked', true)
  await second.user.click(again.send())
  await waitFor(() => expect(second.currentHref()).toContain('/auth/login?redirect='))
  expect(new URLSearchParams(second.currentHref().split('?')[1]).get('redirect')).toBe(`${card.path}#comments`)
  second.close()
  await device.registerMember()
  await openApp(card.path)
  expect((await comments()).field).toHaveProperty('value', 'نیمه‌کاره')
})

test('validates a comment in the form with the messages of the contract', async () => {
  await device.registerMember()
  const card = await findCard()
  const { user } = await openApp(card.path)
  const { field, send, section } = await comments()
  await user.click(send())
  expect(await section.findByText('نظرتان را بنویسید.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, 'آه')
  expect(field.getAttribute('aria-invalid')).toBe('false')
  await user.click(send())
  expect(await section.findByText('نظر باید دست‌کم ۳ نویسه باشد.')).toBeDefined()
  expect(device.sent.filter((call) => call.startsWith('POST /api/user/comment'))).toEqual([])
})

test('hides spoilers until the user reveals them, and sends a reply', async () => {
  await device.registerMember()
  const card = await findCard()
  const first = await openApp(card.path)
  const form = await comments()
  await first.user.type(form.field, 'آخرش همه می‌میرند')
  await first.user.click(form.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' }))
  await first.user.click(form.send())
  await drainOutbox()
  const reveal = await screen.findByRole('button', { name: 'نمایش نظر' })
  expect(screen.queryByText('آخرش همه می‌میرند')).toBeNull()
  expect(reveal.getAttribute('aria-expanded')).toBe('false')
  reveal.focus()
  await first.user.keyboard('{Enter}')
  expect(await screen.findByText('آخرش همه می‌میرند')).toBeDefined()
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')

  await first.user.click(await screen.findByRole('button', { name: /^پاسخ به / }))
  const answer = await screen.findByLabelText(/^پاسخ شما به /)
  await waitFor(() => expect(document.activeElement).toBe(answer))
  await first.user.type(answer, 'دست‌کم هشدار دادی')
  await first.user.click(screen.getByRole('button', { name: 'ارسال پاسخ' }))
  expect(
    await within(await screen.findByRole('list', { name: /^پاسخ‌ها به / })).findByText('دست‌کم هشدار دادی'),
  ).toBeDefined()
  await drainOutbox()
  await waitFor(async () => expect((await commentsOn(card.id))[0]?.replies).toHaveLength(1))
})

test('shows why the server refused a comment and keeps its text for another attempt', async () => {
  await device.registerMember()
  const card = await findCard()
  const { user } = await openApp(card.path)
  device.network = (path) =>
    path.startsWith('/api/user/comment') || path.startsWith('/api/user/mutations')
      ? Response.json({ message: 'این نظر پذیرفته نشد', code: 'validation' }, { status: 422 })
      : undefined
  const { field, send, section } = await comments()
  await user.type(field, 'چیزی ناخوشایند')
  await user.click(send())
  await drainOutbox()
  expect(await section.findByText('ارسال نشد: این نظر پذیرفته نشد')).toBeDefined()
  expect(section.getByText('چیزی ناخوشایند')).toBeDefined()
  for (const name of ['تلاش دوباره', 'ویرایش']) expect(section.getByRole('button', { name })).toBeDefined()
  await user.click(section.getByRole('button', { name: 'صرف‌نظر' }))
  await waitFor(() => expect(section.queryByText('چیزی ناخوشایند')).toBeNull())
})

test('shows the dubbed version at its own address', async () => {
  const { json } = await device.server.createGuest().get('/api/titles/search?order_by=votes&is_dubbed=1')
  const card: TitleCard = json.data[0]
  const { user, currentHref } = await openApp(card.path)
  const versions = within(await screen.findByRole('navigation', { name: 'نسخه' }))
  expect(versions.getByRole('link', { name: 'نسخهٔ اصلی' }).hasAttribute('aria-current')).toBe(true)
  await user.click(versions.getByRole('link', { name: 'نسخهٔ دوبله' }))
  await waitFor(() => expect(currentHref()).toBe(`${card.path}?dub=1`))
  await waitFor(() => expect(screen.getByRole('link', { name: 'نسخهٔ دوبله' }).hasAttribute('aria-current')).toBe(true))
  expect(screen.getByRole('link', { name: 'نسخهٔ اصلی' }).hasAttribute('aria-current')).toBe(false)
  expect(screen.getByRole('region', { name: 'داستان' })).toBeDefined()
})

test('plays and lists the chosen version and remembers the choice for other titles', async () => {
  const { json } = await device.server.createGuest().get('/api/titles/search?order_by=votes&is_dubbed=1&type=movie')
  const [card, another]: TitleCard[] = json.data
  if (!card || !another) throw new Error('the catalogue has too few dubbed films')
  const link = async (name: RegExp) => within(await screen.findByRole('main')).findByRole('link', { name })
  const first = await openApp(card.path)
  expect((await link(/^پخش/)).getAttribute('href')).toBe(`/watch/${card.imdb}/${card.id}?dub=0`)
  await first.user.click(await screen.findByRole('link', { name: 'نسخهٔ دوبله' }))
  await waitFor(async () =>
    expect((await link(/^پخش/)).getAttribute('href')).toBe(`/watch/${card.imdb}/${card.id}?dub=1`),
  )
  expect((await link(/^دریافت فایل/)).getAttribute('href')).toBe(`/titles/${card.id}/files?language=dubbed`)
  first.close()

  const second = await openApp(another.path)
  const dubbed = await screen.findByRole('link', { name: 'نسخهٔ دوبله' })
  await waitFor(() => expect(dubbed.hasAttribute('aria-current')).toBe(true))
  expect((await link(/^پخش/)).getAttribute('href')).toContain('?dub=1')
  await second.user.click(screen.getByRole('link', { name: 'نسخهٔ اصلی' }))
  await waitFor(() => expect(dubbed.hasAttribute('aria-current')).toBe(false))
  expect((await link(/^پخش/)).getAttribute('href')).toContain('?dub=0')
  localStorage.removeItem('parde-file-language')
})

test.each([
  ['ذخیره', (id: number) => savedState(id).then(({ saved }) => saved)],
  ['پسندیدن', (id: number) => likeState(id).then(({ liked }) => liked)],
])('%s shows no state before it is loaded, and a click at once undoes a saved state', async (name, isOn) => {
  const card = await findCard()
  await device.registerMember()
  await setSaved({ titleId: card.id, saved: true, card })
  await setLiked({ titleId: card.id, liked: true, name: card.titleFa })
  let before: string | null | undefined
  const clicker = new MutationObserver(() => {
    const button = document.querySelector<HTMLButtonElement>(
      `h1 ~ * button[aria-label="${name}"], main button[aria-label="${name}"]`,
    )
    if (!button || before !== undefined) return
    before = button.getAttribute('aria-pressed')
    button.click()
  })
  clicker.observe(document.body, { childList: true, subtree: true })
  await openApp(card.path)
  await heading(card.titleFa)
  await waitFor(async () => expect(await isOn(card.id)).toBe(false))
  clicker.disconnect()
  expect(before).toBeNull()
})
