import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionCard } from '#contract/collections.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'

let device: TestDevice
beforeEach(async () => {
  device = await createDevice()
})
afterEach(() => device.close())

async function allCollections(): Promise<CollectionCard[]> {
  const { json } = await device.server.createGuest().get('/api/collections')
  return json.data
}
/** A collection of the small catalogue, which has more than one. */
async function findCollection(at = 0): Promise<CollectionCard> {
  const all = await allCollections()
  const collection = all[at]
  if (!collection) throw new Error('the small catalogue has no such collection')
  return collection
}
function linkTo(links: HTMLElement[], collection: CollectionCard | undefined): HTMLElement {
  const link = links.find((each) => each.getAttribute('href') === collection?.path)
  if (!link) throw new Error('no link to that collection')
  return link
}
const grid = () => screen.findByRole('list', { name: 'عنوان‌های این مجموعه' })

test('lists all collections with their title counts and links to their pages', async () => {
  const [collection] = await allCollections()
  const { user, currentHref } = await openApp('/collections')
  const list = within(await screen.findByRole('list', { name: 'مجموعه‌ها' }))
  expect(list.getAllByRole('link')).toHaveLength((await allCollections()).length)
  await user.click(linkTo(list.getAllByRole('link'), collection))
  await waitFor(() => expect(currentHref()).toBe(collection?.path))
  expect(await screen.findByRole('heading', { level: 1, name: collection?.titleFa ?? '' })).toBeDefined()
})

test('shows the description of a collection and its titles in their order with numbers', async () => {
  const collection = await findCollection()
  const { json } = await device.server.createGuest().get(`/api/collections/${collection.id}/titles`)
  await openApp(collection.path)
  expect(await screen.findByRole('heading', { level: 1, name: collection.titleFa })).toBeDefined()
  const names = within(await grid())
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)
  expect(names).toEqual(json.data.map(({ titleFa }: { titleFa: string }) => titleFa))
  expect(within(await grid()).getByText('۱')).toBeDefined()
  expect(document.title).toBe(`${collection.titleFa} | پرده`)
})

test('sorts by another order from the address, without numbers', async () => {
  const collection = await findCollection()
  const { router } = await openApp(collection.path)
  await grid()
  await router.navigate({ href: `${collection.path}?order_by=rating` })
  expect(await screen.findByText('بالاترین امتیاز')).toBeDefined()
  await waitFor(async () => expect(within(await grid()).queryByText('۱')).toBeNull())
})

test('corrects a wrong slug, order and page in the address', async () => {
  const collection = await findCollection()
  const { currentHref } = await openApp(`/collections/${collection.id}/wrong?order_by=RATING&page=0`)
  await waitFor(() => expect(currentHref()).toBe(`${collection.path}?order_by=rating`))
})

test('redirects from a page far beyond the last to the last page', async () => {
  const collection = await findCollection()
  const { currentHref } = await openApp(`${collection.path}?page=1000000000&order_by=whatever`)
  await waitFor(() => expect(currentHref()).not.toContain('page=1'))
  expect(await grid()).toBeDefined()
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
  const [seen, unseen] = [await findCollection(0), await findCollection(1)]
  const first = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  first.close()
  const second = await openApp(seen.path)
  await grid()
  second.close()
  device.disconnect()
  const third = await openApp(seen.path)
  expect(await grid()).toBeDefined()
  expect(screen.getByText(/نسخهٔ ذخیره‌شدهٔ/)).toBeDefined()
  third.close()

  const { user, currentHref } = await openApp('/collections')
  const list = within(await screen.findByRole('list', { name: 'مجموعه‌ها' }))
  const isDimmed = (collection: CollectionCard) =>
    linkTo(list.getAllByRole('link'), collection).hasAttribute('data-out-of-reach')
  await waitFor(() => expect(isDimmed(unseen)).toBe(true))
  expect(isDimmed(seen)).toBe(false)
  await user.click(linkTo(list.getAllByRole('link'), unseen))
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  expect(currentHref()).toBe('/collections')
})

test('shows the heading of an unopened collection while offline and reports that its titles are missing', async () => {
  const collection = await findCollection(1)
  const first = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  first.close()
  device.disconnect()
  await openApp(collection.path)
  expect(await screen.findByRole('heading', { level: 1, name: collection.titleFa })).toBeDefined()
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test('opens the other collection at the address of a merged one, also offline once the device knows', async () => {
  const send = createOperatorOf(device.server)
  const { collections } = (await send('collection', {})).result
  const series = new Set(
    collections.flatMap(({ id, kind }: { id: number; kind: string }) => (kind === 'series' ? id : [])),
  )
  const [from, into] = (await allCollections()).filter(({ id }) => series.has(id))
  if (!from || !into) throw new Error('the small catalogue has no two film series')
  const first = await openApp(from.path)
  await grid()
  const copies = () => deviceDatabase.answers.where('key').startsWith(`["collections","show",${from.id}`).count()
  await waitFor(async () => expect(await copies()).toBe(1))
  first.close()
  await deviceDatabase.answers.toCollection().modify({ at: 0 })
  await send('collection-merge', { from: String(from.id), into: String(into.id) })

  const second = await openApp(from.path)
  await waitFor(() => expect(second.currentHref()).toBe(into.path))
  expect(await screen.findByRole('heading', { level: 1, name: into.titleFa })).toBeDefined()
  const refusals = () => deviceDatabase.answers.where('key').startsWith('["refused"').count()
  await waitFor(async () => expect(await refusals()).toBe(1))
  second.close()

  device.disconnect()
  const third = await openApp(from.path)
  await waitFor(() => expect(third.currentHref()).toBe(into.path))
  expect(await grid()).toBeDefined()
})

test("shows the server's message and retries on request", async () => {
  device.network = (path) =>
    path.startsWith('/api/collections') ? Response.json({ message: 'کارگر خواب است' }, { status: 403 }) : undefined
  const { user } = await openApp('/collections')
  expect(await screen.findByText('کارگر خواب است')).toBeDefined()
  device.goOnline()
  await user.click(screen.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByRole('list', { name: 'مجموعه‌ها' })).toBeDefined()
})

test('updates title, description and canonical address in the head on navigation', async () => {
  const collection = await findCollection()
  const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')
  const { router } = await openApp('/collections')
  await screen.findByRole('list', { name: 'مجموعه‌ها' })
  expect(content('meta[property="og:title"]')).toBe('مجموعه‌ها | پرده')
  await router.navigate({ href: `${collection.path}?order_by=rating` })
  await grid()
  const canonical = document.head.querySelector('link[rel=canonical]')?.getAttribute('href')
  expect(canonical).toBe(`${location.origin}${collection.path}`)
  expect(content('meta[property="og:url"]')).toBe(canonical)
  expect(content('meta[property="og:title"]')).toBe(`${collection.titleFa} | پرده`)
  expect(collection.description).toContain(content('meta[name=description]')?.replace(/…$/, ''))
})
