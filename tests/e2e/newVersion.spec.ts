import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { run } from '#tests/harness/processes.ts'
import { test as base, expect, NETWORK_ERRORS, settled, startWorld, underWorker } from './world.ts'

const test = base.extend<{ mine: Awaited<ReturnType<typeof startWorld>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
  mine: async ({}, use) => {
    const mine = await startWorld({ ownDist: true })
    await use(mine)
    await mine.stop()
  },
})

const versionOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content')

test('a new build under two open tabs: both end on it, by themselves, once', async ({ context, mine, console }) => {
  test.setTimeout(180_000)
  console.allow(NETWORK_ERRORS)
  const tabs = [await context.newPage(), await context.newPage()]
  for (const page of tabs) {
    await page.goto(`${mine.appUrl}/`)
    await underWorker(page)
    await page.reload()
    await underWorker(page)
  }
  const loads = tabs.map((page) => {
    const counter = { count: 0 }
    page.on('load', () => {
      counter.count += 1
    })
    return counter
  })

  const next = resolve('.cache/e2e/next-version')
  await rm(next, { recursive: true, force: true })
  const build = run('npx', ['vite', 'build', '--outDir', next, '--emptyOutDir'], { VITE_VERSION: 'next' })
  expect(await build.ended, build.output()).toBe(0)
  await rm(join(mine.dist, 'app'), { recursive: true, force: true })
  await cp(next, join(mine.dist, 'app'), { recursive: true })

  // The network comes back: the moment at which a page looks for a new version by itself.
  await context.setOffline(true)
  await context.setOffline(false)
  for (const page of tabs) {
    await expect(page.locator('meta[name="version"]')).toHaveAttribute('content', 'next', { timeout: 30_000 })
    await expect(page.getByText('نسخهٔ تازه نصب شد')).toBeVisible()
  }
  for (const page of tabs) await settled(page)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  expect(await Promise.all(tabs.map(versionOf))).toEqual(['next', 'next'])
})
