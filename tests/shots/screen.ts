import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/world.ts'

/** A screen state to take a screenshot of. */
export interface Screen {
  name: string
  /** The address; without one, the previous screen continues. */
  at?: string | ((page: Page) => Promise<string>)
  /** A selector that is visible when the screen is ready. */
  ready?: string
  act?: (page: Page) => Promise<void>
  /** The scroll position in px, or a selector to scroll to. */
  down?: number | string
}

export const CARD = 'main article a[href^="/titles/"]'
export const HEADING = 'main h1'
export const EMPTY = 'text=متاسفانه موردی یافت نشد'
export const FAILED = 'main button:has-text("تلاش دوباره")'
export const UNSEEN = 'text=این صفحه هنوز روی دستگاه شما ذخیره نشده است'
export const GODFATHER = '/titles/68646/the-godfather'
export const SERIES = '/titles/903747/breaking-bad'

export const DASHBOARD = '[aria-label="فهرست‌های من"]'
export const FILES = '/titles/68646/files'
export const FILE = 'main li a[href^="/watch/"]'
export const LOCKED = '/titles/6751668/files'

export async function comment(page: Page, words: string) {
  await page.getByLabel('نظر شما').fill(words)
  await page.getByRole('button', { name: 'ارسال نظر' }).click()
  await expect(page.getByLabel('نظر شما')).toHaveValue('')
}
