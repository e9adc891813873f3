import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect, NETWORK_ERRORS, settled, startWorld, underWorker, type World } from './world.ts'

/** The app's files are replaced under open pages by a newer build. */

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const world = await startWorld({ ownDist: true })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.beforeEach(({ console }) => console.allow(NETWORK_ERRORS))

const version = (page: Page) => page.locator('meta[name="version"]')
const scriptOf = ({ dist }: World) => join(dist, 'app', 'sw.js')

/**
 * A deployment as far as a device can tell: another page, and a worker that names it.
 */
async function deploy(world: World, name: string) {
  const app = join(world.dist, 'app')
  for (const file of await readdir(app)) if (/^(sw\.js|index\.html)\./.test(file)) await rm(join(app, file))
  const html = await readFile(join(app, 'index.html'), 'utf8')
  await replace(join(app, 'index.html'), html.replace(/(<meta name="version" content=")[^"]*/, `$1${name}`))
  const revision = createHash('md5').update(name).digest('hex')
  const script = await readFile(scriptOf(world), 'utf8')
  const next = script.replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1${revision}$2`)
  expect(next).not.toBe(script)
  await replace(scriptOf(world), next)
}

/** Nobody gets half of it. */
async function replace(file: string, text: string) {
  await writeFile(`${file}.next`, text)
  await rename(`${file}.next`, file)
}

test('a new build under two open tabs: both end on it, by themselves, once', async ({ context, world }) => {
  // The first one was here before any worker was.
  const tabs = [await context.newPage(), await context.newPage()]
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
  await deploy(world, 'next')

  // The network comes back: the moment at which a page looks for a new version by itself.
  await context.setOffline(true)
  await context.setOffline(false)
  for (const page of tabs) {
    await expect(version(page)).toHaveAttribute('content', 'next', { timeout: 30_000 })
    await expect(page.getByText('نسخهٔ تازه نصب شد')).toBeVisible()
  }
  for (const page of tabs) await settled(page)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  for (const page of tabs) await expect(version(page)).toHaveAttribute('content', 'next')
})
