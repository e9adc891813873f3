import type { Page } from '@playwright/test'
import { deploy, test, version, withdraw } from './deploying.ts'
import { expect, settled, underWorker } from './world.ts'

/** The app's files are replaced under open pages: by a newer build, by a worker that gives up. */

/** Nobody has touched the app for a while: the browser puts its worker to sleep. To wake it would hold the next one back. */
async function sleep(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
}

const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => /^parde/.test(name ?? ''))
      .toSorted(),
  )

test('a new build under two open tabs: both end on it, by themselves, once', async ({ context, world }) => {
  // The first one was here before any worker was.
  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const page of tabs) {
    await page.goto('/')
    await underWorker(page)
  }
  const loads = tabs.map((page) => {
    const counter = { count: 0 }
    page.on('load', () => {
      counter.count += 1
    })
    return counter
  })
  await sleep(tabs[0])
  await deploy(world, 'next')

  // The network comes back: the moment at which a page looks for a new version by itself.
  await context.setOffline(true)
  await context.setOffline(false)
  for (const page of tabs) {
    await expect(version(page)).toHaveAttribute('content', 'next', { timeout: 20_000 })
    await expect(page.getByText('نسخهٔ تازه نصب شد')).toBeVisible()
  }
  for (const page of tabs) await settled(page)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  for (const page of tabs) await expect(version(page)).toHaveAttribute('content', 'next')
})

test('a worker that is withdrawn goes from every open page, and only what the app would fetch again goes with it', async ({
  context,
  page,
  world,
}) => {
  await page.goto('/categories')
  await underWorker(page)
  await settled(page)
  const own = 'parde-own'
  await page.evaluate((name) => caches.open(name), own)
  const before = await databases(page)
  await withdraw(world)
  const other = await context.newPage()
  await other.goto('/contact')
  for (const one of [page, other]) {
    await expect(async () => {
      const left = one.evaluate(async () => [navigator.serviceWorker.controller, ...(await caches.keys())])
      expect(await left.catch(() => ['?'])).toEqual([null, own])
    }).toPass({ timeout: 30_000 })
  }
  expect(await databases(page)).toEqual(before)
  await page.reload()
  await expect(page.locator('main a[href^="/genres/"]').first()).toBeVisible()
})
