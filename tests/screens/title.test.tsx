import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { seenCard } from '#data/areas/titles.ts'
import { drainOutbox } from '#data/sync/drain.ts'
import { openApp } from '#tests/harness/app.tsx'
import { sayOnline } from '#tests/harness/browserOnline.ts'
import { aDevice, savedOnServer, someCards, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await aDevice()
})
afterEach(() => {
  sayOnline(true)
  return device.close()
})

/** The best known title of its kind in the small catalogue. */
async function aTitle(type: TitleCard['type'] = 'movie'): Promise<TitleCard> {
  const { json } = await device.server.aGuest().get(`/api/titles/search?order_by=votes&type=${type}`)
  const [card] = json.data
  if (!card) throw new Error('the catalogue is empty')
  return card
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const main = () => within(document.body)

test('a film says what it is, who made it and what is like it', async () => {
  const card = await aTitle()
  await openApp(card.path)
  expect(await heading(card.titleFa)).toBeDefined()
  expect(await screen.findByRole('region', { name: 'داستان' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'کارگردان و بازیگران' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'عنوان‌های مشابه' })).toBeDefined()
  for (const name of ['ذخیره', 'پسندیدن', 'اشتراک‌گذاری'])
    expect(main().getAllByRole('button', { name })[0], name).toBeDefined()
  expect(document.title).toBe(`${card.titleFa} | پرده`)
})

test('a series has its seasons as tabs, led through by the arrows from right to left', async () => {
  const card = await aTitle('series')
  const { person } = await openApp(card.path)
  const first = await screen.findByRole('tab', { name: 'فصل ۱' })
  expect(first.getAttribute('aria-selected')).toBe('true')
  const { length } = screen.getAllByRole('tab')
  first.focus()
  await person.keyboard('{ArrowRight}')
  expect(first.getAttribute('aria-selected')).toBe('true')
  await person.keyboard('{End}')
  expect(screen.getAllByRole('tab').at(-1)?.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(screen.getAllByRole('tab').at(-1))
  if (length > 1) {
    await person.keyboard('{Home}{ArrowLeft}')
    expect(screen.getAllByRole('tab')[1]?.getAttribute('aria-selected')).toBe('true')
  }
})

test('a wrong slug is put right in the address, and what else it says stays', async () => {
  const card = await aTitle()
  const { here } = await openApp(`/titles/${card.id}/wrong?dub=1`)
  await waitFor(() => expect(here()).toBe(`${card.path}?dub=1`))
  expect(device.sent.some((call) => call.includes(`/titles/${card.id}?dub=1`))).toBe(true)
})

test('an id nobody knows, and what is no id, lead to the not-found screen', async () => {
  for (const path of ['/titles/999999999999/x', '/titles/abc/x', '/titles/0/x', '/titles/1e9/x']) {
    const tab = await openApp(path)
    expect(await heading('صفحه پیدا نشد'), path).toBeDefined()
    tab.close()
  }
})

test('a page never opened has the head its card gives, and says that the rest is not on this device', async () => {
  const [card] = await someCards(device.server, 1)
  if (!card) throw new Error('the catalogue is empty')
  const first = await openApp('/?order_by=votes')
  await vi.waitFor(async () => expect(await seenCard(card.id)).toBeDefined(), 8000)
  first.close()
  device.goOffline()
  await openApp(card.path)
  expect(await heading(card.titleFa)).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  expect(main().getAllByRole('button', { name: 'ذخیره' })[0]).toBeDefined()
})

test('a page of which the device knows nothing says so as its heading', async () => {
  const card = await aTitle()
  device.goOffline()
  await openApp(card.path)
  expect(await heading('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test('a page opened before stands without a network, with its age', async () => {
  const card = await aTitle()
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  first.close()
  device.goOffline()
  sayOnline(false)
  await openApp(card.path)
  expect(await screen.findByRole('region', { name: 'داستان' })).toBeDefined()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شده/)).toBeDefined()
})

test('saving and liking show at once without a network, survive the tab, and reach the server once', async () => {
  const member = await device.aMember()
  const card = await aTitle()
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  device.goOffline()
  const button = (name: string) => main().getAllByRole('button', { name })[0] as HTMLElement
  for (const name of ['ذخیره', 'پسندیدن']) {
    await first.person.click(button(name))
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
  const { json } = await device.server.aGuest().get(`/api/titles/${card.id}`)
  expect(json.data.likes).toBe(1)
})

test('a page can be handed on: by its address where nothing better is offered', async () => {
  const card = await aTitle()
  const { person } = await openApp(card.path)
  await person.click((await screen.findAllByRole('button', { name: 'اشتراک‌گذاری' }))[0] as HTMLElement)
  expect(await screen.findByText('پیوند کپی شد')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(location.href)
})

/** The comments of a page, with their form. */
async function comments() {
  const section = await screen.findByRole('region', { name: /^نظرها/ })
  return {
    section: within(section),
    field: await within(section).findByLabelText('نظر شما'),
    send: () => within(section).getByRole('button', { name: 'ارسال نظر' }),
  }
}
const commentsOn = async (id: number) =>
  (await device.server.aGuest().get(`/api/titles/${id}/topcomments`)).json.data as {
    body: string
    replies: unknown[]
  }[]

test('a comment written without a network shows at once, can be changed or taken away, and is sent once', async () => {
  await device.aMember()
  const card = await aTitle()
  const before = (await commentsOn(card.id)).length
  const first = await openApp(card.path)
  await screen.findByRole('region', { name: 'داستان' })
  device.goOffline()
  for (const words of ['یک فیلم بی‌نظیر', 'این یکی نه']) {
    const { field, send } = await comments()
    await first.person.type(field, words)
    await first.person.click(send())
    await waitFor(() => expect(field).toHaveProperty('value', ''))
  }
  const own = async (words: string) => {
    const text = await screen.findByText(words)
    return within(text.closest('article') as HTMLElement)
  }
  expect((await own('یک فیلم بی‌نظیر')).getByText('در انتظار ارسال')).toBeDefined()
  await first.person.click((await own('این یکی نه')).getByRole('button', { name: 'حذف' }))
  await waitFor(() => expect(screen.queryByText('این یکی نه')).toBeNull())
  await first.person.click((await own('یک فیلم بی‌نظیر')).getByRole('button', { name: 'ویرایش' }))
  const edited = await screen.findByDisplayValue('یک فیلم بی‌نظیر')
  await waitFor(() => expect(document.activeElement).toBe(edited))
  await first.person.type(edited, ' است')
  await first.person.click(within(edited.closest('form') as HTMLElement).getByRole('button', { name: 'ارسال نظر' }))
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

test('what is typed outlives the tab; a guest signs in and comes back to it', async () => {
  const card = await aTitle()
  const first = await openApp(card.path)
  const form = await comments()
  await first.person.type(form.field, 'نیمه‌کاره')
  await first.person.click(form.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' }))
  first.close()

  const second = await openApp(card.path)
  const again = await comments()
  expect(again.field).toHaveProperty('value', 'نیمه‌کاره')
  expect(again.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' })).toHaveProperty('checked', true)
  await second.person.click(again.send())
  await waitFor(() => expect(second.here()).toContain('/auth/login?redirect='))
  expect(new URLSearchParams(second.here().split('?')[1]).get('redirect')).toBe(`${card.path}#comments`)
  second.close()
  await device.aMember()
  await openApp(card.path)
  expect((await comments()).field).toHaveProperty('value', 'نیمه‌کاره')
})

test('a comment is checked where it is written, by the words of the contract', async () => {
  await device.aMember()
  const card = await aTitle()
  const { person } = await openApp(card.path)
  const { field, send, section } = await comments()
  await person.click(send())
  expect(await section.findByText('نظرتان را بنویسید.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await person.type(field, 'آه')
  expect(field.getAttribute('aria-invalid')).toBe('false')
  await person.click(send())
  expect(await section.findByText('نظر باید دست‌کم ۳ نویسه باشد.')).toBeDefined()
  expect(device.sent.filter((call) => call.startsWith('POST /api/user/comment'))).toEqual([])
})

test('what tells the story is under a cover until it is asked for, and can be answered', async () => {
  await device.aMember()
  const card = await aTitle()
  const first = await openApp(card.path)
  const form = await comments()
  await first.person.type(form.field, 'آخرش همه می‌میرند')
  await first.person.click(form.section.getByRole('checkbox', { name: 'داستان را لو می‌دهد' }))
  await first.person.click(form.send())
  await drainOutbox()
  const uncover = await screen.findByRole('button', { name: 'نمایش نظر' })
  expect(screen.queryByText('آخرش همه می‌میرند')).toBeNull()
  expect(uncover.getAttribute('aria-expanded')).toBe('false')
  uncover.focus()
  await first.person.keyboard('{Enter}')
  expect(await screen.findByText('آخرش همه می‌میرند')).toBeDefined()
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')

  await first.person.click(await screen.findByRole('button', { name: /^پاسخ به / }))
  const answer = await screen.findByLabelText(/^پاسخ شما به /)
  await waitFor(() => expect(document.activeElement).toBe(answer))
  await first.person.type(answer, 'دست‌کم هشدار دادی')
  await first.person.click(screen.getByRole('button', { name: 'ارسال پاسخ' }))
  expect(
    await within(await screen.findByRole('list', { name: /^پاسخ‌ها به / })).findByText('دست‌کم هشدار دادی'),
  ).toBeDefined()
  await drainOutbox()
  await waitFor(async () => expect((await commentsOn(card.id))[0]?.replies).toHaveLength(1))
})

test('a comment the server does not take says why, and its text can be used again or given up', async () => {
  await device.aMember()
  const card = await aTitle()
  const { person } = await openApp(card.path)
  device.weather = (path) =>
    path.startsWith('/api/user/comment') || path.startsWith('/api/user/mutations')
      ? Response.json({ message: 'این نظر پذیرفته نشد', code: 'validation' }, { status: 422 })
      : undefined
  const { field, send, section } = await comments()
  await person.type(field, 'چیزی ناخوشایند')
  await person.click(send())
  await drainOutbox()
  expect(await section.findByText('ارسال نشد: این نظر پذیرفته نشد')).toBeDefined()
  expect(section.getByText('چیزی ناخوشایند')).toBeDefined()
  for (const name of ['تلاش دوباره', 'ویرایش']) expect(section.getByRole('button', { name })).toBeDefined()
  await person.click(section.getByRole('button', { name: 'صرف‌نظر' }))
  await waitFor(() => expect(section.queryByText('چیزی ناخوشایند')).toBeNull())
})

test('the dubbed version is a place of its own, chosen on the page', async () => {
  const { json } = await device.server.aGuest().get('/api/titles/search?order_by=votes&is_dubbed=1')
  const card: TitleCard = json.data[0]
  const { person, here } = await openApp(card.path)
  const versions = within(await screen.findByRole('navigation', { name: 'نسخه' }))
  expect(versions.getByRole('link', { name: 'نسخهٔ اصلی' }).hasAttribute('aria-current')).toBe(true)
  await person.click(versions.getByRole('link', { name: 'نسخهٔ دوبله' }))
  await waitFor(() => expect(here()).toBe(`${card.path}?dub=1`))
  await waitFor(() => expect(screen.getByRole('link', { name: 'نسخهٔ دوبله' }).hasAttribute('aria-current')).toBe(true))
  expect(screen.getByRole('link', { name: 'نسخهٔ اصلی' }).hasAttribute('aria-current')).toBe(false)
  expect(screen.getByRole('region', { name: 'داستان' })).toBeDefined()
})
