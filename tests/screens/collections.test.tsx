import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionCard } from '#contract/collections.ts'
import { openApp } from '#tests/harness/app.tsx'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await aDevice()
})
afterEach(() => device.close())

async function allCollections(): Promise<CollectionCard[]> {
  const { json } = await device.server.aGuest().get('/api/collections')
  return json.data
}
/** A collection of the small catalogue, which has more than one. */
async function aCollection(at = 0): Promise<CollectionCard> {
  const all = await allCollections()
  const one = all[at]
  if (!one) throw new Error('the small catalogue has no such collection')
  return one
}
function linkTo(links: HTMLElement[], one: CollectionCard | undefined): HTMLElement {
  const link = links.find((each) => each.getAttribute('href') === one?.path)
  if (!link) throw new Error('no link to that collection')
  return link
}
const wall = () => screen.findByRole('list', { name: 'عنوان‌های این مجموعه' })

test('lists all collections with their title counts and links to their pages', async () => {
  const [one] = await allCollections()
  const { user, currentHref } = await openApp('/collections')
  const list = within(await screen.findByRole('list', { name: 'مجموعه‌ها' }))
  expect(list.getAllByRole('link')).toHaveLength((await allCollections()).length)
  await user.click(linkTo(list.getAllByRole('link'), one))
  await waitFor(() => expect(currentHref()).toBe(one?.path))
  expect(await screen.findByRole('heading', { level: 1, name: one?.titleFa ?? '' })).toBeDefined()
})

test('shows the description of a collection and its titles in their order with numbers', async () => {
  const one = await aCollection()
  const { json } = await device.server.aGuest().get(`/api/collections/${one.id}/titles`)
  await openApp(one.path)
  expect(await screen.findByRole('heading', { level: 1, name: one.titleFa })).toBeDefined()
  const names = within(await wall())
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
  expect(names).toEqual(json.data.map(({ titleFa }: { titleFa: string }) => titleFa))
  expect(within(await wall()).getByText('۱')).toBeDefined()
  expect(document.title).toBe(`${one.titleFa} | پرده`)
})

test('sorts by another order from the address, without numbers', async () => {
  const one = await aCollection()
  const { router } = await openApp(one.path)
  await wall()
  await router.navigate({ href: `${one.path}?order_by=rating` })
  expect(await screen.findByText('بالاترین امتیاز')).toBeDefined()
  await waitFor(async () => expect(within(await wall()).queryByText('۱')).toBeNull())
})

test('corrects a wrong slug, order and page in the address', async () => {
  const one = await aCollection()
  const { currentHref } = await openApp(`/collections/${one.id}/wrong?order_by=RATING&page=0`)
  await waitFor(() => expect(currentHref()).toBe(`${one.path}?order_by=rating`))
})

test('redirects from a page far beyond the last to the last page', async () => {
  const one = await aCollection()
  const { currentHref } = await openApp(`${one.path}?page=1000000000&order_by=whatever`)
  await waitFor(() => expect(currentHref()).not.toContain('page=1'))
  expect(await wall()).toBeDefined()
})

test.each(['/collections/999999/none', '/collections/abc/none', '/collections/0/none'])(
  'shows the not-found screen for %s',
  async (path) => {
    await openApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })).toBeDefined()
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  },
)

test('opens a cached collection offline with its age and dims the others with an explanation', async () => {
  const [seen, unseen] = [await aCollection(0), await aCollection(1)]
  const first = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  first.close()
  const second = await openApp(seen.path)
  await wall()
  second.close()
  device.disconnect()
  const third = await openApp(seen.path)
  expect(await wall()).toBeDefined()
  expect(screen.getByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
  third.close()

  const { user, currentHref } = await openApp('/collections')
  const list = within(await screen.findByRole('list', { name: 'مجموعه‌ها' }))
  const isDimmed = (one: CollectionCard) => linkTo(list.getAllByRole('link'), one).hasAttribute('data-out-of-reach')
  await waitFor(() => expect(isDimmed(unseen)).toBe(true))
  expect(isDimmed(seen)).toBe(false)
  await user.click(linkTo(list.getAllByRole('link'), unseen))
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  expect(currentHref()).toBe('/collections')
})

test('shows the heading of an unopened collection while offline and reports that its titles are missing', async () => {
  const one = await aCollection(1)
  const first = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  first.close()
  device.disconnect()
  await openApp(one.path)
  expect(await screen.findByRole('heading', { level: 1, name: one.titleFa })).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test("shows the server's message and retries on request", async () => {
  device.weather = (path) =>
    path.startsWith('/api/collections') ? Response.json({ message: 'کارگر خواب است' }, { status: 403 }) : undefined
  const { user } = await openApp('/collections')
  expect(await screen.findByText('کارگر خواب است')).toBeDefined()
  device.goOnline()
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByRole('list', { name: 'مجموعه‌ها' })).toBeDefined()
})

test('updates title, description and canonical address in the head on navigation', async () => {
  const one = await aCollection()
  const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')
  const { router } = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  expect(content('meta[property="og:title"]')).toBe('مجموعه‌ها | پرده')
  await router.navigate({ href: `${one.path}?order_by=rating` })
  await wall()
  const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href')
  expect(canonical).toBe(`${location.origin}${one.path}`)
  expect(content('meta[property="og:url"]')).toBe(canonical)
  expect(content('meta[property="og:title"]')).toBe(`${one.titleFa} | پرده`)
  expect(one.description).toContain(content('meta[name=description]')?.replace(/…$/, ''))
})
