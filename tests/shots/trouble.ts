import type { Page } from '@playwright/test'
import { SLOW_START_ID } from '#features/shell/slowStartNotice.ts'
import { expect } from '#tests/e2e/world.ts'
import { CARD, FAILED, GODFATHER, HEADING, type Screen } from './screen.ts'

/**
 * States of a server that does not respond or fails, of a captive portal, and of missing scripts; `answers` selects the
 * state. `userAgent` replaces the browser's.
 */
export interface Apart extends Screen {
  answers: 'well' | 'late' | 'wrong' | 'foreign' | 'half'
  userAgent?: string
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Opens a second visit with a fake clock. */
const again = (path: string) => async (page: Page) => {
  await page.clock.install()
  await page.goto(path)
  await page.evaluate(() => sessionStorage.clear())
  return path
}

const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = {
      async prompt() {
        return { outcome: 'dismissed' }
      },
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), offer))
  })

/** Pretends that the app is installed (display mode standalone). */
const fromHomeScreen = (path: string) => async (page: Page) => {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (media) => real(media.includes('standalone') ? 'all' : media)
  })
  return path
}

export const TROUBLE: Apart[] = [
  { name: 'waiting-list', answers: 'late', at: '/?order_by=votes', ready: 'main [role="status"][aria-label]' },
  { name: 'waiting-title', answers: 'late', at: GODFATHER, ready: 'main [role="status"][aria-label]' },
  { name: 'waiting-collections', answers: 'late', at: '/collections', ready: 'main [role="status"][aria-label]' },
  { name: 'waiting-comingsoon', answers: 'late', at: '/comingsoon', ready: 'main [role="status"][aria-label]' },
  { name: 'failed-list', answers: 'wrong', at: '/?order_by=votes', ready: FAILED },
  { name: 'failed-collections', answers: 'wrong', at: '/collections', ready: FAILED },
  { name: 'portal', answers: 'foreign', at: '/categories', ready: 'a[href$="/api/health"]' },
  {
    name: 'late',
    answers: 'half',
    at: '/',
    ready: `#${SLOW_START_ID}`,
    act: (page) =>
      page.evaluate(() => {
        for (const one of document.getAnimations()) one.finish()
      }),
  },
  {
    name: 'install-offer',
    answers: 'well',
    at: again('/'),
    ready: CARD,
    async act(page) {
      await offerInstall(page)
      await page.clock.fastForward(61_000)
      await expect(page.getByRole('button', { name: 'نصب', exact: true })).toBeVisible()
    },
  },
  {
    name: 'install-panel',
    answers: 'well',
    at: again('/on-this-device'),
    ready: HEADING,
    async act(page) {
      await offerInstall(page)
      await expect(page.getByRole('button', { name: 'نصب پرده' })).toBeVisible()
    },
  },
  {
    name: 'install-ios',
    answers: 'well',
    at: again('/on-this-device'),
    ready: 'main ol li',
    userAgent: IPHONE,
    down: 'main ol',
  },
  { name: 'standalone', answers: 'well', at: fromHomeScreen(GODFATHER), ready: 'header button[aria-label="بازگشت"]' },
]
