import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition } from '#data/areas/history.ts'
import { deviceDatabase as seen } from '#data/database/deviceDatabase.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { cardFinder } from '#tests/harness/fixtures/cards.ts'
import { linkCalled, linksCalled } from '#tests/harness/fixtures/findLinks.ts'
import { oneTab } from '#tests/harness/fixtures/oneTab.ts'

let device: TestDevice
let film: TitleCard
let paidFilm: TitleCard
let unseen: TitleCard
let series: TitleCard
const open = oneTab()

beforeAll(async () => {
  device = await createDevice()
  const find = await cardFinder(device)
  film = find(({ type, year, isDubbed }) => type === 'movie' && isDubbed && year !== null && year < 2000)
  paidFilm = find(({ type, year }) => type === 'movie' && year !== null && year > 2016)
  unseen = find(({ id }) => id !== film.id && id !== paidFilm.id)
  series = find(({ type, id }) => type === 'series' && id !== unseen.id)
})
afterEach(() => {
  device.goOnline()
  localStorage.clear()
})
afterAll(() => device.close())

const filesOf = async ({ id }: TitleCard): Promise<File[]> =>
  (await device.server.createGuest().get(`/api/titles/${id}/files`)).json.data
async function called(name: RegExp): Promise<HTMLAnchorElement[]> {
  await linkCalled(name)
  return linksCalled(name)
}
const plays = () => called(/^پخش /)
const rows = async () => (await plays()).map((link) => link.closest('li')?.textContent ?? '')

test('offers a guest the versions open to all, best first, with one hint to sign in', async () => {
  await open(`/titles/${film.id}/files`)
  const links = await plays()
  const files = await filesOf(film)
  expect(links).toHaveLength(files.length)
  expect(links[0]?.getAttribute('href')).toMatch(new RegExp(`^/watch/${film.imdb}/\\d+$`))
  // Best quality first.
  const heights = (await rows()).map((row) => Number(/(\d+)p/.exec(latin(row))?.[1]))
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  expect(screen.getAllByText('پخش برای همه باز است؛ برای دریافت فایل وارد شوید.')).toHaveLength(1)
  expect((await linkCalled('ورود')).getAttribute('href')).toContain(encodeURIComponent(`/titles/${film.id}/files`))
  expect(linksCalled(/^دریافت فایل /)).toEqual([])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(film.titleFa)
})

test('writes the chosen filter to the address, remembers it for the next title and ignores filters without files', async () => {
  const { user, currentHref } = await open(`/titles/${film.id}/files`)
  const all = (await plays()).length
  await user.click(await linkCalled('دوبله'))
  await waitFor(() => expect(currentHref()).toContain('language=dubbed'))
  await waitFor(async () => expect((await plays()).length).toBeLessThan(all))
  expect((await rows()).every((row) => row.includes('دوبله'))).toBe(true)

  await open(`/titles/${film.id}/files`)
  await waitFor(async () => expect((await rows()).every((row) => row.includes('دوبله'))).toBe(true))

  localStorage.setItem('parde-file-language', 'klingon')
  for (const search of [
    '?quality=8k&language=elvish&season=x',
    '?quality=%3Cb%3E&season=-1',
    '?season=99&quality[]=1',
  ]) {
    await open(`/titles/${film.id}/files${search}`)
    expect(await plays(), search).toHaveLength(all)
  }
})

test('lets a member copy one or all links and download each file by its name', async () => {
  // A list that a guest saw before must not hide the links.
  await open(`/titles/${film.id}/files`)
  await plays()
  await device.registerMember()
  const { user } = await open(`/titles/${film.id}/files`)
  const downloads = await called(/^دریافت فایل /)
  const addresses = downloads.map((link) => link.getAttribute('href') ?? '')
  expect(addresses[0]).toMatch(/^http:\/\/localhost:8787\/media\/.+\.mp4$/)
  const [one] = screen.getAllByRole('button', { name: /^کپی پیوند / })
  await user.click(one as HTMLElement)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(addresses[0]))
  await user.click(screen.getByRole('button', { name: /^کپی همهٔ / }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(addresses.join('\n')))
})

test('locks files for subscribers and links to the plans', async () => {
  await open(`/titles/${paidFilm.id}/files`)
  const locks = await called(/ویژهٔ مشترکان است/)
  expect(locks[0]?.getAttribute('href')).toBe('/premium/plans')
  expect(screen.getByText('این نسخه‌ها ویژهٔ مشترکان است.')).toBeDefined()
  expect(linksCalled(/^پخش /)).toEqual([])
})

test('lists a series by season, opens the current episode and shows the progress', async () => {
  const member = await device.registerMember()
  const { json } = await member.get(`/api/titles/${series.id}`)
  const [first, second] = json.data.seasons[0].episodes
  for (const [episode, position] of [
    [first, 3000],
    [second, 600],
  ])
    await setPosition({
      titleId: series.id,
      card: series,
      fileId: null,
      episodeId: episode.id,
      position,
      duration: 3000,
      isLast: true,
    })
  await drainOutbox()
  const { currentHref, user } = await open(`/titles/${series.id}/files?season=nonsense`)
  const list = await listCalled('فصل ۱')
  const main = () => document.querySelector('main')?.textContent
  await waitFor(() => expect(main()).toMatch(/۱ از [^ ]+ قسمت را دیده‌اید/))
  const opened = () => [...list.querySelectorAll('details')].map((one) => one.open)
  await waitFor(() => expect(opened().slice(0, 2)).toEqual([false, true]))
  expect(main()).toContain('۲۰٪ دیده شده')
  // The links of the whole season that this user may download, in order.
  const addresses = linksCalled(/^دریافت فایل /).map((link) => link.getAttribute('href') ?? '')
  const buttons = [...document.querySelectorAll('main button')]
  const all = buttons.find(({ textContent }) => /^کپی .* فصل ۱$/.test(textContent ?? ''))
  await user.click(all as HTMLElement)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(addresses.join('\n')))
  expect(addresses.length).toBeGreaterThan(1)
  const seasons = linksCalled(/^فصل /)
  expect(seasons.map((link) => link.getAttribute('aria-current'))).toContain('true')
  await user.click(seasons[1] as HTMLElement)
  await waitFor(() => expect(currentHref()).toContain('season=2'))
  expect(await listCalled('فصل ۲')).toBeDefined()
})

test('shows cached files while offline with their age and without links', async () => {
  await device.registerMember()
  await open(`/titles/${film.id}/files`)
  await called(/^دریافت فایل /)
  // Links are signed for one user, so the device stores none.
  await waitFor(async () => expect(JSON.stringify(await seen.answers.toArray())).toContain('"quality"'))
  expect(JSON.stringify(await seen.answers.toArray())).not.toMatch(/\/media\/(stream|download)/)

  device.disconnect()
  const { user } = await open(`/titles/${film.id}/files`)
  const [play] = await plays()
  expect(await screen.findByText(/نسخهٔ ذخیره‌شده/)).toBeDefined()
  expect(linksCalled(/^دریافت فایل /)).toEqual([])
  await user.click(play as HTMLElement)
  expect(await screen.findByText(/برای پخش به اینترنت نیاز است/)).toBeDefined()

  await open(`/titles/${unseen.id}/files`)
  expect(await screen.findByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeDefined()
})

test('shows the not-found screen for unknown and invalid ids', async () => {
  for (const path of ['/titles/999999999999/files', '/titles/abc/files', '/titles/0/files']) {
    await open(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'صفحه پیدا نشد' }), path).toBeDefined()
  }
})

const listCalled = (name: string) => waitFor(() => screen.getByLabelText(name, { selector: 'ol' }), { timeout: 20_000 })

function latin(text: string): string {
  return text.replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)))
}
