import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deploy, deployEntry, nextWorkerState, test, version, withdraw } from './deploy.ts'
import { expect, type World, waitForIdle, waitForWorker } from './world.ts'

/** The app's files are replaced under open pages: by a newer build, or by a worker that removes itself. */

/** Stops the worker, as the browser does after a while without events. An active worker would delay the next one. */
async function sleep(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
}

/** Dispatches `online`, at which a page checks for a new version. */
async function comeBack(page: Page) {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

const databases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => /^parde/.test(name ?? ''))
      .toSorted(),
  )

test('two open tabs update to a new build by themselves, once', async ({ context, world }) => {
  // The first one was here before any worker was.
  const tabs = [await context.newPage(), await context.newPage()] as const
  for (const page of tabs) {
    await page.goto('/')
    await waitForWorker(page)
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

  await comeBack(tabs[0])
  for (const page of tabs) {
    await expect(version(page)).toHaveAttribute('content', 'next')
    await expect(page.getByText('نسخهٔ تازه نصب شد')).toBeVisible()
  }
  for (const page of tabs) await waitForIdle(page)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  for (const page of tabs) await expect(version(page)).toHaveAttribute('content', 'next')
})

test('an open page and a new page replace a build that crashes at start with the fixed build', async ({
  context,
  page,
  world,
  console: errors,
}) => {
  errors.allow(/this build is broken/)
  await page.goto('/contact')
  await waitForWorker(page)
  const mend = await deployEntry(world, 'broken', 'throw new Error("this build is broken")')
  await comeBack(page)
  await expect(version(page)).toHaveAttribute('content', 'broken')
  await waitForIdle(page)
  await mend('mended')
  const other = await context.newPage()
  await other.goto('/categories')
  for (const one of [other, page]) {
    await expect(version(one)).toHaveAttribute('content', 'mended')
    await expect(one.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a build that never starts is replaced as soon as the page reports that the app did not load', async ({
  page,
  world,
}) => {
  await page.goto('/contact')
  await waitForWorker(page)
  const mend = await deployEntry(world, 'silent', 'export {}')
  await comeBack(page)
  await expect(version(page)).toHaveAttribute('content', 'silent')
  await mend('speaking')
  await page.clock.install()
  await page.reload()
  await expect(version(page)).toHaveAttribute('content', 'silent')
  await page.clock.fastForward(20_000)
  await expect(version(page)).toHaveAttribute('content', 'speaking')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** Answers a path in the server's place, as a proxy might, until the test ends it. */
function answerAt(world: World, path: string, html: string) {
  world.app.setFaultRule(({ url }) =>
    url?.split('?')[0] === path
      ? (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
      : undefined,
  )
}

test('an incomplete build is rejected, with the previous page or with a page in place of a file; the complete one is installed', async ({
  page,
  world,
}) => {
  const app = join(world.dist, 'app')
  await page.goto('/contact')
  await waitForWorker(page)
  await waitForIdle(page)
  const before = (await version(page).getAttribute('content')) ?? ''

  const html = await readFile(join(app, 'index.html'), 'utf8')
  answerAt(world, '/index.html', html)
  const [, entry = ''] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html) ?? []
  await deployEntry(world, 'half', `import '/${entry}'`)
  expect(await nextWorkerState(page)).toBe('redundant')
  await page.reload()
  await expect(version(page)).toHaveAttribute('content', before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  world.app.setFaultRule(undefined)
  await comeBack(page)
  await expect(version(page)).toHaveAttribute('content', 'half')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await waitForIdle(page)
  const late = 'assets/late.js'
  answerAt(world, `/${late}`, html)
  await deploy(world, 'holed', (script) =>
    script.replace('{"integrity":', `{"revision":null,"url":"${late}"},{"integrity":`),
  )
  expect(await nextWorkerState(page)).toBe('redundant')
  world.app.setFaultRule(undefined)
  await writeFile(join(app, late), 'export {}')
  await comeBack(page)
  await expect(version(page)).toHaveAttribute('content', 'holed')
  const cached = await page.evaluate(async (path) => (await (await caches.match(path))?.text()) ?? '', `/${late}`)
  expect(cached).toBe('export {}')
})

test('a withdrawn worker leaves every open page and deletes only caches that the app would refill', async ({
  context,
  page,
  world,
}) => {
  await page.goto('/categories')
  await waitForWorker(page)
  await waitForIdle(page)
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
    }).toPass()
  }
  expect(await databases(page)).toEqual(before)
  await page.reload()
  await expect(page.locator('main a[href^="/genres/"]').first()).toBeVisible()
})
