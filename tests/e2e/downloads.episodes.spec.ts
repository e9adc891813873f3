import type { BrowserContext, Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { storedDownloads } from './storedDownloads.ts'
import { callAsOtherDevice, expect, register, test, type World, waitForIdle, waitForWorker } from './world.ts'

const SERIES = '/titles/903747/breaking-bad'

const opening = (page: Page) => page.getByRole('button', { name: /^دانلود قسمت‌ها/ })
const sheet = (page: Page) => page.getByRole('dialog')

async function openSheet(page: Page) {
  await page.goto(SERIES)
  await opening(page).click()
  await expect(sheet(page).getByRole('radio', { name: 'همهٔ فصل ۱' })).toBeVisible()
}

const episodesOf = async (page: Page) => (await storedDownloads(page)).map(({ episode }) => episode)
const completeEpisodes = async (page: Page) =>
  (await storedDownloads(page)).filter(({ state }) => state === 'kept').map(({ episode }) => episode)

test('a whole season downloads with one tap after its total size was shown', async ({ device, world }) => {
  const { page } = device
  await register(page)
  await waitForWorker(page)
  await openSheet(page)
  const start = sheet(page).getByRole('button', { name: /^دانلود ۷ قسمت، حدود / })
  await expect(start).toBeVisible()
  await sheet(page).getByRole('radio', { name: '۴۸۰' }).check()
  await waitForIdle(page)
  expect(await violationsOf(page)).toEqual([])
  const [, text = ''] = /حدود ([۰-۹٫]+) مگابایت/.exec(await start.innerText()) ?? []
  const megabytes = Number(text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)).replace('٫', '.'))
  expect(Math.abs((await sizeOfSeason(device.context, world)) / 1_000_000 - megabytes)).toBeLessThan(0.1)
  await start.click()
  await expect(sheet(page)).toBeHidden()
  await expect.poll(() => episodesOf(page)).toEqual([1, 2, 3, 4, 5, 6, 7])
  await expect.poll(() => completeEpisodes(page), { timeout: 60_000 }).toContain(1)

  await openSheet(page)
  await expect(sheet(page)).toContainText('همهٔ این قسمت‌ها در دانلودهاست')
})

/** The size of the first season in 480p, in bytes, as the server tells it. */
async function sizeOfSeason(context: BrowserContext, world: World): Promise<number> {
  const { data: files } = await callAsOtherDevice(context, world, '/api/titles/903747/files')
  const ofSeason = (files as { id: number; season: number; language: string; quality: string }[]).filter(
    ({ season, language, quality }) => season === 1 && language === 'subtitled' && quality === '1080p',
  )
  expect(ofSeason).toHaveLength(7)
  const { data: links } = await callAsOtherDevice(
    context,
    world,
    `/api/user/files?ids=${ofSeason.map(({ id }) => id).join()}`,
  )
  return (links as { stream: { qualities: { height: number; sizeBytes: number }[] } }[])
    .flatMap(({ stream }) => stream.qualities.filter(({ height }) => height === 480))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

test('the next two episodes stay on the device by themselves: watched ones are replaced, deleted ones do not return', async ({
  device,
  world,
}) => {
  const { page } = device
  await register(page)
  await waitForWorker(page)
  await openSheet(page)
  await sheet(page).getByRole('radio', { name: 'قسمت‌های بعدی' }).check()
  await sheet(page).getByRole('combobox').selectOption('2')
  await sheet(page).getByRole('radio', { name: '۴۸۰' }).check()
  await sheet(page).getByRole('button', { name: 'ثبت دانلود خودکار' }).click()
  await expect(opening(page)).toContainText('۲ قسمت بعدی خودکار')
  await expect.poll(() => completeEpisodes(page), { timeout: 60_000 }).toEqual([1, 2])

  // Watched offline; the browser is killed before the network returns.
  world.cut()
  await page.getByRole('button', { name: 'قسمت ۱ از فصل ۱ را دیده‌ام' }).click()
  await expect(page.getByRole('button', { name: 'قسمت ۱ از فصل ۱ را دیده‌ام' })).toHaveAttribute('aria-pressed', 'true')
  await device.kill()
  world.restore()
  const later = await device.restart()
  await later.goto('/user/downloads')
  // The watched one stays for two days.
  await expect.poll(() => completeEpisodes(later), { timeout: 60_000 }).toEqual([1, 2, 3])

  await later.getByRole('button', { name: /^پاک کردن .*قسمت ۲/ }).click()
  await sheet(later).getByRole('button', { name: 'پاک کن' }).click()
  await expect.poll(() => completeEpisodes(later), { timeout: 60_000 }).toEqual([1, 3, 4])

  await openSheet(later)
  await sheet(later).getByRole('button', { name: 'پایان دانلود خودکار' }).click()
  await expect(opening(later)).toContainText('دانلود در برنامه')
  expect((await storedDownloads(later)).map(({ isAutomatic }) => isAutomatic === true)).toEqual([false, false, false])
})
