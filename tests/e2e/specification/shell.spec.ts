import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/world.ts'
import { notifyMember, openAsMember } from './session.ts'

test.use({ serviceWorkers: 'block' })

const DESK = { width: 1280, height: 800 }

const namesOf = async (links: Locator) =>
  (await links.allInnerTexts()).map((name) => name.split('\n')[0]?.replace(/، .*/, '').trim())
const header = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'منوی اصلی' })
// Not by role: an inert element has none.
const bar = (page: Page) => page.locator('nav[aria-label="دسترسی سریع"]')
const scrollPage = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)
const styleOf = (element: Locator, name: 'direction' | 'fontFamily' | 'backgroundColor') =>
  element.evaluate((node, key) => getComputedStyle(node)[key], name)
const COPYRIGHT = /^© [۰-۹]{4} پرده$/

test('the app is Persian, dark and right-to-left', async ({ page }) => {
  await page.goto('/auth/register')
  const name = page.getByLabel('نام', { exact: false }).first()
  await expect(name).toBeVisible()
  const html = page.locator('html')

  await test.step('1.3, 1.4, 1.5 the palette is dark', async () => {
    await expect.soft(html).toHaveAttribute('lang', 'fa')
    await expect.soft(html).toHaveAttribute('dir', 'rtl')
    await expect.soft(html).toHaveAttribute('data-mui-color-scheme', 'dark')
    const [red = 255, green = 255, blue = 255] =
      (await styleOf(page.locator('body'), 'backgroundColor')).match(/\d+/g)?.map(Number) ?? []
    expect.soft(Math.max(red, green, blue)).toBeLessThan(40)
  })
  await test.step('1.6 grey, teal green and red', async () => {
    const [grey, teal, error] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['primary', 'secondary', 'error'].map((colour) =>
        (style.getPropertyValue(`--mui-palette-${colour}-main`).match(/\w\w/g) ?? []).map((hex) =>
          Number.parseInt(hex, 16),
        ),
      )
    })
    expect.soft(Math.max(...(grey ?? [])) - Math.min(...(grey ?? []))).toBeLessThan(16)
    expect.soft(Math.max(...(teal ?? []))).toBe(teal?.[1])
    expect.soft(Math.min(...(teal ?? []))).toBe(teal?.[0])
    expect.soft(Math.max(...(error ?? []))).toBe(error?.[0])
  })
  await test.step('1.7 Estedad, then Rubik', async () => {
    expect.soft(await styleOf(page.locator('body'), 'fontFamily')).toMatch(/^"?Estedad[^,]*"?, "?Rubik/)
  })
  await test.step('1.8 text, buttons and fields are right-to-left', async () => {
    for (const element of [page.getByRole('heading', { level: 1 }), page.locator('form button[type=submit]'), name])
      expect.soft(await styleOf(element, 'direction')).toBe('rtl')
  })
  await test.step('9.9 the colour scheme is stored', async () => {
    const stored = () => page.evaluate(() => ['mui-mode', 'mui-color-scheme'].map((key) => localStorage.getItem(key)))
    await expect.poll(stored).toEqual(['dark', 'dark'])
  })
})

test('the root layout surrounds each screen, and its menus follow the width and the scroll offset', async ({
  page,
}) => {
  await page.goto('/?order_by=votes')
  const cards = page.getByRole('main').getByRole('link', { name: /./ })
  await expect(cards.nth(8)).toBeVisible()

  await test.step('2.30, 9.7 the bottom bar shows after scrolling past 100 px', async () => {
    await scrollPage(page, 100)
    await expect.soft(bar(page)).toHaveAttribute('inert')
    await scrollPage(page, 101)
    await expect.soft(bar(page)).not.toHaveAttribute('inert')
    await expect.soft(bar(page).getByRole('button')).toHaveText('منو')
    expect.soft(await namesOf(bar(page).getByRole('link'))).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'ورود'])
  })
  await test.step('2.1, 1.9 another page of a list begins at its top', async () => {
    await page.getByRole('link', { name: 'صفحهٔ بعدی' }).scrollIntoViewIfNeeded()
    await expect.soft(page.getByText(/^۱ تا ۲۴ از [۰-۹٬]+$/)).toBeVisible()
    await page.getByRole('link', { name: 'صفحهٔ بعدی' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
  await test.step('2.1, 2.31 another screen begins at its top, between header and footer', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await bar(page).getByRole('link', { name: 'پشتیبانی' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'پشتیبانی' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.soft(page.getByRole('banner')).toBeVisible()
    await expect.soft(page.getByRole('contentinfo').getByText(COPYRIGHT)).toBeVisible()
  })
  await test.step('2.2, 9.1 the layout switches at 675 px', async () => {
    const menu = page.getByRole('banner').getByRole('button', { name: 'منو' })
    await page.setViewportSize({ width: 674, height: 800 })
    await expect.soft(menu).toBeVisible()
    await expect.soft(header(page)).toBeHidden()
    await page.setViewportSize({ width: 675, height: 800 })
    await expect.soft(menu).toBeHidden()
    await expect.soft(header(page)).toBeVisible()
  })
})

test.describe('the menus', () => {
  const CATALOGUE = ['خانه', 'دسته‌بندی‌ها', 'مجموعه‌ها', 'سریال‌ها', 'فیلم‌ها', 'دوبله', 'به‌زودی', 'پشتیبانی']

  test('of a guest lead to the catalogue and to sign-in', async ({ page }) => {
    await page.setViewportSize(DESK)
    await page.goto('/contact')
    await test.step('2.27 the desktop menu of a guest', async () => {
      await expect(header(page).getByRole('link', { name: 'ثبت‌نام' })).toBeVisible()
      expect.soft(await namesOf(header(page).getByRole('link'))).toEqual([...CATALOGUE, 'ورود', 'ثبت‌نام'])
      const addresses = { سریال‌ها: '/tv', فیلم‌ها: '/', دوبله: '/?is_dubbed=1' }
      for (const [name, address] of Object.entries(addresses))
        await expect.soft(header(page).getByRole('link', { name })).toHaveAttribute('href', address)
    })
    await test.step('2.30 a desktop has no bottom bar', async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect.soft(bar(page)).toBeHidden()
    })
  })

  test('of a member also lead to the own screens, with a badge for new notifications', async ({
    page,
    context,
    world,
  }) => {
    const account = await openAsMember(page, context, world)
    await test.step('2.28, 3.3 a badge shows on the dashboard item', async () => {
      await notifyMember(world, account)
      await page.setViewportSize(DESK)
      await page.reload()
      const flags = () =>
        world.api.exchanges.filter(
          ({ path, replyBody }) => path === '/api/user' && replyBody.includes('"newNotifications":true'),
        )
      await expect.poll(() => flags().length).toBeGreaterThan(0)
      await expect(header(page).getByRole('link', { name: /^داشبورد.*۱ اعلان/s })).toBeVisible()
    })
    await test.step('2.27 the desktop menu of a member', async () => {
      expect.soft(await namesOf(header(page).getByRole('link'))).toEqual([...CATALOGUE, 'داشبورد', 'ذخیره‌شده‌ها'])
    })
    await test.step('2.29 the slide-out menu adds history, notifications and logout', async () => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.getByRole('banner').getByRole('button', { name: 'منو' }).click()
      const links = page.getByRole('dialog').getByRole('link')
      await expect(links.first()).toBeVisible()
      expect
        .soft(await namesOf(links))
        .toEqual(expect.arrayContaining([...CATALOGUE, 'داشبورد', 'ذخیره‌شده‌ها', 'تاریخچه', 'خروج']))
      await expect.soft(page.getByRole('dialog').getByRole('link', { name: /^اعلان‌ها.*۱ اعلان/s })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await test.step('2.30 the bottom bar of a member', async () => {
      await scrollPage(page, 101)
      await expect(bar(page)).not.toHaveAttribute('inert')
      expect.soft(await namesOf(bar(page).getByRole('link'))).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'داشبورد'])
    })
  })
})
