import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, register, test } from './world.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe finds against WCAG 2.2 AA on the screen as it stands. */
async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, not by a script element: the page's own policy forbids those.
  await page.evaluate(axe)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations)`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

for (const [name, viewport] of [
  ['phone', { width: 360, height: 800 }],
  ['desk', { width: 1280, height: 800 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test.describe('without a worker', () => {
      test.use({ serviceWorkers: 'block' })

      test('axe finds nothing while a screen waits, when it failed, and when the device never saw it', async ({
        page,
        context,
        console,
        world,
      }) => {
        test.setTimeout(180_000)
        console.allow(NETWORK_ERRORS)
        const found: Record<string, string[]> = {}
        const look = async (screen: string) => {
          const violations = await violationsOf(page)
          if (violations.length > 0) found[screen] = violations
        }
        const screens = [
          '/?order_by=votes',
          '/categories',
          '/collections',
          '/comingsoon',
          '/titles/68646/the-godfather',
        ]
        const calls = (url: URL) => url.href.startsWith(`${world.apiUrl}/api/`)
        await context.route(calls, () => undefined)
        for (const path of [...screens, '/titles/68646/the-godfather']) {
          await page.goto(path)
          await expect(page.locator('main [role="status"][aria-label]').first()).toBeAttached()
          await look(`${path} waits`)
        }
        await context.unroute(calls)
        await context.route(calls, (route) => route.fulfill({ status: 500, json: { message: '' } }))
        for (const path of screens) {
          await page.goto(path)
          await expect(page.getByRole('main').getByRole('button', { name: 'تلاش دوباره' }).first()).toBeVisible()
          await look(`${path} failed`)
        }
        await context.unroute(calls)
        await context.route(calls, (route) => route.abort())
        for (const path of screens) {
          await page.goto(path)
          await expect(page.getByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است').first()).toBeVisible()
          await look(`${path} unseen`)
        }
        expect(found).toEqual({})
      })
    })

    test('axe finds nothing on any screen', async ({ page, console }) => {
      test.setTimeout(180_000)
      console.allow(NETWORK_ERRORS)
      const found: Record<string, string[]> = {}
      const look = async (screen: string) => {
        await page.waitForLoadState('networkidle')
        const violations = await violationsOf(page)
        if (violations.length > 0) found[screen] = violations
      }
      await page.goto('/')
      await expect(page.locator('main a[href^="/titles/"]').nth(8)).toBeVisible()
      await look('home')
      const path = (await page.locator('main a[href^="/titles/"]').last().getAttribute('href')) ?? ''
      await page.getByRole('button', { name: 'جستجو' }).first().click()
      await page.getByRole('combobox').fill('پدر')
      await expect(page.getByRole('option').first()).toBeVisible()
      await look('search')
      await page.getByRole('combobox').fill('zzzzqqqq')
      await expect(page.getByText('متاسفانه موردی یافت نشد')).toBeVisible()
      await look('search without an answer')
      await page.goto('/?order_by=votes')
      await page.getByRole('button', { name: 'پررأی‌ترین' }).click()
      await expect(page.getByRole('link', { name: 'بالاترین امتیاز' })).toBeVisible()
      await look('choice of order')
      if (viewport.width < 675) {
        await page.goto('/')
        await page.getByRole('button', { name: 'منو' }).first().click()
        await expect(page.getByRole('dialog', { name: 'منوی اصلی' })).toBeVisible()
        await look('menu')
      }
      const linkOf = async (address: string, start: string) => {
        await page.goto(address)
        const link = page.locator(`main a[href^="${start}"]`).first()
        await expect(link).toBeVisible()
        return (await link.getAttribute('href')) ?? ''
      }
      const addresses = [
        '/tv',
        '/genres/8/drama?order_by=rating',
        '/?genre=999999',
        '/titles/903747/breaking-bad',
        '/categories',
        '/collections',
        '/comingsoon',
        await linkOf('/collections', '/collections/'),
        await linkOf('/titles/68646/the-godfather', '/people/director/'),
        await linkOf('/titles/68646/the-godfather', '/people/actor/'),
        '/?q=پدر',
        '/?q=zzzzqqqq',
        path,
        '/auth/login',
        '/auth/register',
        '/no/such/page',
      ]
      for (const address of addresses) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(address)
      }
      await register(page)
      await page.goto('/user/watchlist')
      await look('empty watchlist')
      await page.goto(path)
      const save = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
      await save.click()
      await expect(save).toHaveAttribute('aria-pressed', 'true')
      await page.goto('/user/watchlist')
      await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()
      await look('watchlist')
      await page
        .getByRole('button', { name: /همگام‌سازی/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look('sync sheet')
      expect(found).toEqual({})
    })
  })
}
