import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/world.ts'
import { episodesText } from '#text/downloads.ts'
import { FILES, type Screen, SERIES } from './screen.ts'

/** Opens the download sheet, which lists the size of each quality. */
async function openDownloadSheet(page: Page) {
  await page
    .getByRole('button', { name: /^دانلود در برنامه: / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
}

/** Opens the sheet of a season; with `isRule`, chooses the next episodes. */
const openEpisodesSheet =
  ({ isRule }: { isRule: boolean }) =>
  async (page: Page) => {
    await page.getByRole('button', { name: /^دانلود قسمت‌ها/ }).click()
    await expect(page.getByRole('dialog').getByRole('radio').nth(3)).toBeVisible()
    if (isRule) await page.getByRole('dialog').getByRole('radio').nth(1).check()
  }

/** Keeps the next episodes of a series, none of which arrives. */
export async function addSeriesRule(page: Page) {
  await page.context().route('**/media/stream/**', (route) => route.abort())
  await page.goto(SERIES)
  await openEpisodesSheet({ isRule: true })(page)
  await page.getByRole('button', { name: episodesText.keep }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/user/downloads')
  await expect(page.locator('main [aria-roledescription]').nth(2)).toBeVisible()
}

/** A finished download, and one that needs an action of the user. */
async function addDownloads(page: Page) {
  for (const [at, isHeld] of [FILES, '/titles/903747/files?language=subtitled'].map(
    (one, n) => [one, n > 0] as const,
  )) {
    await page.goto(at)
    await openDownloadSheet(page)
    await page.getByRole('dialog').getByRole('radio').last().check()
    await page.getByRole('button', { name: 'شروع دانلود' }).click()
    await page.goto('/user/downloads')
    if (isHeld) await page.getByRole('button', { name: /^توقف دانلود / }).click()
    else await expect(page.getByRole('link', { name: /^پخش / })).toBeVisible({ timeout: 60_000 })
  }
}

/** The files of a title for a member, and downloads. */
export const DOWNLOADING: Screen[] = [
  { name: 'member-files', at: FILES, ready: 'main a[download]' },
  {
    name: 'member-files-series',
    at: '/titles/903747/files?language=subtitled&quality=720p',
    ready: 'main a[download]',
  },
  { name: 'downloads-empty', at: '/user/downloads', ready: 'main a:has-text("مرور فیلم‌ها")' },
  { name: 'download-sheet', at: FILES, ready: 'main a[download]', act: openDownloadSheet },
  {
    name: 'episodes-sheet',
    at: SERIES,
    ready: '[role="tab"]',
    down: '[role="tablist"]',
    act: openEpisodesSheet({ isRule: false }),
  },
  {
    name: 'episodes-sheet-rule',
    at: SERIES,
    ready: '[role="tab"]',
    down: '[role="tablist"]',
    act: openEpisodesSheet({ isRule: true }),
  },
  { name: 'downloads', at: FILES, ready: 'main a[download]', act: addDownloads },
]
