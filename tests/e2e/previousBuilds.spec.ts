import type { Page } from '@playwright/test'
import { deployRenamed, test, version } from './deploy.ts'
import { expect, waitForIdle, waitForWorker } from './world.ts'

/** Open tabs of a build whose files the next deployment deletes. */

/** Opens the menu, which is a chunk of its own. */
async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'منو' }).first().click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
}

test('a tab with a half-filled form stays on its build after two updates and opens a chunk offline', async ({
  context,
  page,
  world,
}) => {
  await page.goto('/auth/login')
  await waitForWorker(page)
  await waitForIdle(page)
  // A version before this one cached each previous build under a number.
  await page.evaluate(() => caches.open('parde-former-3'))
  const build = (await version(page).getAttribute('content')) ?? ''
  const field = page.getByLabel('ایمیل', { exact: false })
  await field.fill('sara@parde.example')
  for (const next of ['second', 'third']) {
    await deployRenamed(world, next)
    const other = await context.newPage()
    await other.goto('/contact')
    await expect(version(other)).toHaveAttribute('content', next)
    await waitForWorker(other)
    await other.close()
  }
  await expect(version(page)).toHaveAttribute('content', build)

  // The browser's HTTP cache may also have the chunk, but evicts it while a film is streamed.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await context.setOffline(true)
  await openMenu(page)
  await expect(field).toHaveValue('sara@parde.example')
  await expect(version(page)).toHaveAttribute('content', build)
  const names = await page.evaluate(() => caches.keys())
  expect(names.filter((name) => name.startsWith('parde-former-'))).toEqual(['parde-former-files'])
})

test('a tab without a service worker opens a chunk after its build was replaced', async ({ browser, world }) => {
  const context = await browser.newContext({ baseURL: world.appUrl, locale: 'fa-IR', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/auth/login')
  await waitForIdle(page)
  const build = (await version(page).getAttribute('content')) ?? ''
  await page.getByLabel('ایمیل', { exact: false }).fill('sara@parde.example')
  await deployRenamed(world, 'without-worker')
  await openMenu(page)
  await expect(version(page)).toHaveAttribute('content', build)
  await context.close()
})
