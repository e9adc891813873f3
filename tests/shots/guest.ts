import type { Page } from '@playwright/test'
import { expect, waitForIdle } from '#tests/e2e/world.ts'
import { PLAYER } from './player.ts'
import { CARD, EMPTY, FILE, FILES, GODFATHER, HEADING, LOCKED, type Screen, SERIES } from './screen.ts'

/** The address of the first link on a screen that starts with a path. */
const firstOf = (path: string, links: string) => async (page: Page) => {
  await page.goto(path)
  const link = page.locator(`main a[href^="${links}"]`).first()
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? path
}

async function search(page: Page, words: string, found: string) {
  await page.getByRole('button', { name: 'جستجو' }).first().click()
  await page.getByRole('combobox').fill(words)
  await expect(page.locator(found).first()).toBeVisible()
}

/** Screens of a guest. One line adds a screen. */
export const GUEST: Screen[] = [
  { name: 'home', at: '/', ready: CARD },
  { name: 'home-grid', at: '/', ready: CARD, down: 'main :is(ul, ol)[aria-label="خانه"]' },
  { name: 'home-foot', at: '/', ready: CARD, down: 'nav[aria-label="صفحه‌بندی"]' },
  { name: 'list', at: '/?type=series&order_by=votes', ready: CARD },
  { name: 'tv', at: '/tv', ready: CARD },
  { name: 'genre', at: '/genres/8/drama?order_by=rating', ready: CARD },
  { name: 'list-empty', at: '/?genre=999999', ready: EMPTY },
  { name: 'categories', at: '/categories', ready: 'main a[href^="/genres/"]' },
  { name: 'collections', at: '/collections', ready: 'main a[href^="/collections/"]' },
  { name: 'collection', at: firstOf('/collections', '/collections/'), ready: CARD },
  { name: 'comingsoon', at: '/comingsoon', ready: HEADING },
  { name: 'director', at: firstOf(GODFATHER, '/people/director/'), ready: HEADING },
  { name: 'actor', at: firstOf(GODFATHER, '/people/actor/'), ready: HEADING },
  { name: 'results', at: '/?q=پدر', ready: CARD },
  { name: 'results-none', at: '/?q=ققنوسان', ready: EMPTY },
  { name: 'search', at: '/', ready: HEADING, act: (page) => search(page, 'پدر', '[role="option"]') },
  { name: 'title', at: GODFATHER, ready: 'section[aria-label="داستان"]' },
  { name: 'title-cast', at: GODFATHER, ready: '[aria-label="کارگردان و بازیگران"]', down: 700 },
  { name: 'title-like', at: GODFATHER, ready: '[aria-label="عنوان‌های مشابه"]', down: '[aria-label="عنوان‌های مشابه"]' },
  { name: 'title-comments', at: GODFATHER, ready: '#comments', down: '#comments' },
  { name: 'title-dub', at: `${GODFATHER}?dub=1`, ready: 'section[aria-label="داستان"]' },
  { name: 'title-series', at: SERIES, ready: '[role="tab"]' },
  { name: 'title-seasons', at: SERIES, ready: '[role="tab"]', down: '[role="tablist"]' },
  { name: 'files', at: FILES, ready: FILE },
  { name: 'files-series', at: '/titles/903747/files', ready: FILE },
  { name: 'files-locked', at: LOCKED, ready: 'main a[href="/premium/plans"]' },
  {
    name: 'orders',
    at: '/tv?order_by=votes',
    ready: CARD,
    act: (page) => page.getByRole('button', { name: 'پررأی‌ترین' }).click(),
  },
  ...PLAYER,
  { name: 'premium-plans', at: '/premium/plans', ready: 'main article' },
  { name: 'premium-plan', at: '/premium/plans/2', ready: 'main ul li' },
  { name: 'premium-guest', at: '/premium/join/2', ready: 'main dl' },
  { name: 'login', at: '/auth/login', ready: HEADING },
  { name: 'register', at: '/auth/register', ready: HEADING },
  { name: 'forgot', at: '/auth/forgot-password', ready: HEADING },
  {
    name: 'forgot-sent',
    at: '/auth/forgot-password',
    ready: HEADING,
    async act(page) {
      await page.getByLabel('ایمیل').fill('sara@parde.example')
      await page.getByRole('button', { name: 'فرستادن پیوند' }).click()
      await expect(page.getByRole('heading', { name: 'صندوق ایمیلتان را ببینید' })).toBeVisible()
    },
  },
  {
    name: 'reset-password',
    at: '/auth/reset-password/made-up?email=sara%40parde.example',
    ready: HEADING,
    async act(page) {
      await page.getByLabel('گذرواژهٔ تازه', { exact: true }).fill('seven horses 1404')
      await page.getByLabel('تکرار گذرواژهٔ تازه').fill('seven horses 1404')
      await page.getByRole('button', { name: 'ثبت گذرواژه' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'telegram', at: '/telegram-app', ready: HEADING },
  { name: 'contact', at: '/contact', ready: 'main details' },
  { name: 'not-found', at: '/no/such/page', ready: HEADING },
  { name: 'on-device-guest', at: '/on-this-device', ready: '#seen-titles', act: async (page) => waitForIdle(page) },
]

const menu = (page: Page) => page.getByRole('button', { name: 'منو' }).first()

/** Screens that exist only at narrow widths. */
export const PHONE: Screen[] = [
  {
    name: 'menu',
    at: '/',
    ready: CARD,
    async act(page) {
      await menu(page).click()
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    },
  },
]
