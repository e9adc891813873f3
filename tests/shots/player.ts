import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/world.ts'
import type { Screen } from './screen.ts'

/** Pauses a film at a good frame with its controls visible. */
async function atRest(page: Page) {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 14
  })
  await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
}

/** Opens a sheet over the paused film. */
const panelCalled = (name: string) => async (page: Page) => {
  await atRest(page)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The player with its panels. */
export const PLAYER: Screen[] = [
  { name: 'watch', at: '/watch/tt0068646/68646', ready: 'video', act: atRest },
  { name: 'watch-settings', at: '/watch/tt0068646/68646', ready: 'video', act: panelCalled('تنظیمات پخش') },
  { name: 'watch-subtitles', at: '/watch/tt0068646/68646', ready: 'video', act: panelCalled('زیرنویس') },
  { name: 'watch-series', at: '/watch/tt0903747/903747', ready: 'video', act: atRest },
  { name: 'watch-episodes', at: '/watch/tt0903747/903747', ready: 'video', act: panelCalled('قسمت‌ها') },
  { name: 'watch-premium', at: '/watch/tt6751668/6751668', ready: '[data-instead]' },
  { name: 'watch-wrong', at: '/watch/tt0068646/903747', ready: '[data-instead]' },
  { name: 'trailer', at: '/watch/trailer/tt0068646', ready: 'video', act: atRest },
]
