import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/drain.ts'
import { seenCard } from '#data/titles.ts'
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
  expect(screen.getByRole('region', { name: 'کارگردان و بازیگران' })).toBeDefined()
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
