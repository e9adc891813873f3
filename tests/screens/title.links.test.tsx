import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { setHidden, setPosition, watchedState } from '#data/areas/history.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { cardFinder } from '#tests/harness/fixtures/cards.ts'
import { linkCalled, linksCalled } from '#tests/harness/fixtures/findLinks.ts'
import { oneTab } from '#tests/harness/fixtures/oneTab.ts'
import { createOperatorOf } from '#tests/harness/fixtures/operatorCommands.ts'

let device: TestDevice
let film: TitleCard
let series: TitleCard
let upcoming: TitleCard
const openTab = oneTab()

beforeAll(async () => {
  device = await createDevice()
  const find = await cardFinder(device)
  film = find(({ type }) => type === 'movie')
  series = find(({ type }) => type === 'series')
  const [third] = (await device.server.createGuest().get('/api/titles/comingsoon')).json.data
  if (!third) throw new Error('the small catalogue misses a kind of title')
  upcoming = third
})
afterEach(() => {
  device.goOnline()
  localStorage.clear()
})
afterAll(() => device.close())

async function open(path: string) {
  const tab = await openTab(path)
  await screen.findByRole('heading', { level: 1 })
  return tab
}
const hrefOf = async (name: string | RegExp) => (await linkCalled(name)).getAttribute('href')
const notFound = () => screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })

test('links a film to its player, files, trailer and pictures, and an upcoming title to no player', async () => {
  await open(film.path)
  expect(await hrefOf('پخش')).toBe(`/watch/${film.imdb}/${film.id}${film.isDubbed ? '?dub=0' : ''}`)
  expect(await hrefOf('دریافت فایل')).toBe(`/titles/${film.id}/files`)
  expect(await hrefOf('پیش‌پرده')).toBe(`/watch/trailer/${film.imdb}`)
  expect(await hrefOf('تصاویر')).toBe(`/screenshots/${film.id}`)
  await open(upcoming.path)
  await screen.findByRole('region', { name: 'داستان' })
  expect(linksCalled(/^(ادامهٔ )?پخش/)).toEqual([])
  expect(linksCalled('دریافت فایل')).toEqual([])
})

/** Signs in a new user who has watched up to a position. */
async function watchedTo(card: TitleCard, file: { fileId: number | null; episodeId: number | null }, position: number) {
  await device.registerMember()
  await setPosition({ titleId: card.id, card, ...file, position, duration: 9_000, isLast: true })
}

test('continues a film at its position in the same file from the title page', async () => {
  await watchedTo(film, { fileId: 70, episodeId: null }, 2_530)
  await open(film.path)
  expect((await linkCalled(/ادامهٔ پخش/)).textContent).toContain('از ۴۲:۱۰')
  expect(await hrefOf(/ادامهٔ پخش/)).toBe(`/watch/${film.imdb}/70`)
})

test('continues a film from the history', async () => {
  await watchedTo(film, { fileId: 70, episodeId: null }, 2_530)
  await open('/user/history')
  expect(await hrefOf(`ادامهٔ پخش ${film.titleFa}`)).toBe(`/watch/${film.imdb}/70`)
})

test('continues a film from the home screen, where it can be hidden and shown again', async () => {
  await watchedTo(film, { fileId: 70, episodeId: null }, 2_530)
  const { user } = await open('/')
  expect(await hrefOf(`ادامهٔ پخش ${film.titleFa}`)).toBe(`/watch/${film.imdb}/70`)
  expect(screen.getByText('۱۰۸ دقیقه مانده')).toBeDefined()
  await user.click(screen.getByLabelText(`پنهان کردن «${film.titleFa}» از ادامهٔ تماشا`))
  await waitFor(() => expect(linksCalled(/^ادامهٔ پخش/)).toEqual([]))
  expect(await watchedState(film.id)).toMatchObject({ position: 2_530, hidden: true })
  await user.click(await screen.findByText('بازگردانی'))
  await linkCalled(`ادامهٔ پخش ${film.titleFa}`)
  expect(await watchedState(film.id)).toMatchObject({ hidden: false })
})

test('keeps a hidden film in the history', async () => {
  await watchedTo(film, { fileId: 70, episodeId: null }, 2_530)
  await setHidden({ titleId: film.id, name: film.titleFa, hidden: true })
  await open('/user/history')
  expect(await hrefOf(`ادامهٔ پخش ${film.titleFa}`)).toBe(`/watch/${film.imdb}/70`)
})

test('continues a series with the episode after the watched one', async () => {
  const { seasons } = (await device.server.createGuest().get(`/api/titles/${series.id}`)).json.data
  const [first, second] = seasons[0].episodes
  await watchedTo(series, { fileId: null, episodeId: first.id }, 9_000)
  await open(series.path)
  expect(await hrefOf(/^ادامهٔ پخش\s*فصل ۱، قسمت ۲/)).toBe(`/watch/${series.imdb}/${second.id}`)
  await waitFor(async () => expect(await hrefOf('پخش فصل ۱، قسمت ۲')).toBe(`/watch/${series.imdb}/${second.id}`))
  expect(await screen.findByText(/دیده‌اید/)).toBeDefined()
})

test('explains while offline which links are not stored', async () => {
  await open(film.path)
  await linkCalled('پیش‌پرده')
  device.disconnect()
  const { user, currentHref } = await open(film.path)
  await user.click(await linkCalled('پخش'))
  expect(await screen.findByText(/برای پخش به اینترنت نیاز است/)).toBeDefined()
  await user.click(await linkCalled('دریافت فایل'))
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
  expect(currentHref()).toBe(film.path)
})

test('shows the pictures of a title to members and the not-found screen for invalid addresses', async () => {
  await device.registerMember()
  await open(`/screenshots/${film.id}?shot=x`)
  expect(await hrefOf(/^تصویر ۱ از/)).toBe(`/screenshots/${film.id}?shot=1`)
  for (const path of ['/screenshots/999999999', '/screenshots/abc', '/screenshots/0?shot=-1']) {
    await openTab(path)
    expect(await notFound(), path).toBeDefined()
  }
})

test('opens the other title at the addresses of a merged one, also when this device has its page', async () => {
  const cards = await cardFinder(device)
  const merged = cards(({ id, type }) => type === 'movie' && id !== film.id)
  await open(merged.path)
  await screen.findByRole('region', { name: 'داستان' })
  // A page that was fetched just now is not asked for again.
  await deviceDatabase.titles.toCollection().modify({ at: 0 })
  await createOperatorOf(device.server)('title-merge', { from: String(merged.id), into: String(film.id) })
  for (const [old, current] of [
    [merged.path, film.path],
    [`/titles/${merged.id}/old?dub=1`, film.path],
    [`/titles/${merged.id}/files`, `/titles/${film.id}/files`],
  ] as const) {
    const { currentHref } = await open(old)
    await waitFor(() => expect(currentHref()).toBe(current))
    expect((await screen.findByRole('heading', { level: 1 })).textContent, old).toContain(film.titleFa)
  }
  await waitFor(async () => expect(await deviceDatabase.cards.get(merged.id)).toBeUndefined())
  device.disconnect()
  const { currentHref } = await open(merged.path)
  await waitFor(() => expect(currentHref()).toBe(film.path))
})
