import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Fault } from '#tests/harness/network/relay.ts'
import { deploy, deployRenamed, nextWorkerState, test, version, withdraw } from './deploy.ts'
import { arrivalsOf, expectSent } from './sync/user.ts'
import { expect, register, waitForWorker } from './world.ts'

/** `npm run test:deploys`: many builds in a row under an open app. `npm test` covers one build (newVersion.spec.ts). */
const BUILDS = Number(process.env.BUILDS ?? 0)
test.skip(BUILDS === 0, 'npm run test:deploys')
/** Clicks, distributed over the builds. */
const TAPS = Math.min(16, Math.max(2, Math.floor(BUILDS / 3)))
/** The clicks after which a build renames all files: fewer than the builds whose files the worker caches for open tabs. */
const RENAMED = new Set([0, Math.floor(TAPS / 2), TAPS - 1])

const PICTURE = {
  'Content-Type': 'image/avif',
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'max-age=31536000',
}

/** Checks for a newer worker. The page may reload meanwhile. The browser merges concurrent checks into one. */
async function update(page: Page) {
  await page
    .evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    .catch(() => undefined)
}

/** Checks for updates until the page is of this build: a check that began before the deployment finds nothing. */
const follows = (page: Page, name: string) =>
  expect(async () => {
    await update(page)
    await expect(version(page)).toHaveAttribute('content', name, { timeout: 3_000 })
  }).toPass()

test('the app survives many builds, a worker that changes during page load, a tab with a draft, an incomplete build and a withdrawn worker', async ({
  context,
  page,
  world,
}) => {
  test.setTimeout(300_000 + BUILDS * 12_000)
  const picture = await readFile('tests/bench/lists/poster.avif')
  /** The browser replaces a worker only after its fetches have ended: rendering pictures would delay every build. */
  const pictures = ({ url }: { url?: string | undefined }): Fault | undefined =>
    url?.startsWith('/media/') ? (_, response) => response.writeHead(200, PICTURE).end(picture) : undefined
  world.api.setFaultRule(pictures)
  await register(page)
  await waitForWorker(page)
  await page.goto('/?order_by=votes')
  const cards = page.locator('main article a[href^="/titles/"]')
  await expect(cards.nth(8)).toBeVisible()
  const paths = await cards.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('href') ?? ''))])
  const films = paths.slice(-TAPS)
  /** How often the server applied a mutation of a title, alone or in a batch. */
  const timesApplied = (path: string) =>
    world.api.exchanges
      .flatMap(arrivalsOf)
      .filter(
        (one) => one.result === 'applied' && one.path.startsWith('/api/user/') && one.path.endsWith(`/${idOf(path)}`),
      ).length
  const idOf = (path: string) => path.split('/')[2] ?? ''
  const open = (path: string) => expect(async () => void (await page.goto(path))).toPass()
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first()
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const looks = () => world.app.exchanges.filter(({ path }) => path === '/sw.js').length
  /** Makes the browser check for a newer worker. The browser merges concurrent checks into one. */
  const offer = async () => {
    const before = looks()
    await session.send('ServiceWorker.updateRegistration', { scopeURL: `${world.appUrl}/` })
    const asked = expect.poll(looks, { intervals: [10], timeout: 500 })
    await asked.toBeGreaterThan(before).catch(() => undefined)
  }

  // This tab has loaded only its screen when its build is replaced; the chunks it needs later have other names by then. No
  // other tab opens its title, which would share the draft.
  const old = await context.newPage()
  await old.goto(paths[0] ?? '')
  await waitForWorker(old)
  const words = old.locator('#comments textarea').first()
  await words.fill('هنوز می‌نویسم')
  const first = (await version(old).getAttribute('content')) ?? ''

  await test.step('the page updates by itself, reloads at most once per build, and loses no mutation', async () => {
    let loads = 0
    const count = () => {
      loads++
    }
    // Slow enough that a mutation is in flight when the next builds are deployed.
    world.api.setFaultRule(
      (request) =>
        pictures(request) ??
        (request.method !== 'GET' && /watchlist|like|mutations/.test(request.url ?? '')
          ? { there: 300, back: 300 }
          : undefined),
    )
    page.on('load', count)
    let own = 0
    let built = 0
    for (const [round, path] of films.entries()) {
      const tapped = button(round % 2 === 0 ? 'ذخیره' : 'پسندیدن')
      // A new build may reload the page at this moment: the click counts once the button shows it.
      await expect(async () => {
        own++
        await page.goto(path)
        // Without the attribute the button's state has not loaded yet.
        await expect(tapped).toHaveAttribute('aria-pressed', /true|false/, { timeout: 5_000 })
        if ((await tapped.getAttribute('aria-pressed')) === 'false') await tapped.click({ timeout: 5_000 })
        await expect(tapped).toHaveAttribute('aria-pressed', 'true', { timeout: 5_000 })
      }).toPass()
      const until = Math.round(((round + 1) * BUILDS) / films.length)
      let isRenamed = RENAMED.has(round)
      while (built < until) {
        built++
        await (isRenamed ? deployRenamed : deploy)(world, `build-${built}`)
        isRenamed = false
        await offer()
      }
      await expect(async () => {
        await offer()
        await expect(version(page)).toHaveAttribute('content', `build-${built}`, { timeout: 2_000 })
      }).toPass()
      await waitForWorker(page)
      await expect(tapped).toHaveAttribute('aria-pressed', 'true')
    }
    page.off('load', count)
    expect(loads - own).toBeLessThanOrEqual(BUILDS)
    world.api.setFaultRule(pictures)
    await open('/user/watchlist')
    await expect(version(page)).toHaveAttribute('content', `build-${BUILDS}`)
    for (const [round, path] of films.entries()) {
      if (round % 2 === 0) await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()
    }
    await expectSent(page)
    expect(films.map(timesApplied)).toEqual(films.map(() => 1))
  })

  await test.step('a tab with a draft stays on the first build and updates when the draft is gone', async () => {
    await expect(version(old)).toHaveAttribute('content', first)
    await old.getByRole('button', { name: 'منو' }).first().click()
    await expect(old.getByRole('dialog').getByRole('link').first()).toBeVisible()
    await expect(words).toHaveValue('هنوز می‌نویسم')
    await old.keyboard.press('Escape')
    await expect(old.getByRole('dialog')).toBeHidden()
    await words.fill('')
    await words.blur()
    await expect(version(old)).toHaveAttribute('content', `build-${BUILDS}`)
    await old.close()
  })

  await test.step('a page updates when the worker changes before its app has started', async () => {
    await open(films[0] ?? '')
    await waitForWorker(page)
    const field = page.locator('#comments textarea').first()
    await field.fill('هنوز می‌نویسم')
    await deploy(world, 'overtaking')
    await offer()
    const waits = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none')
    await expect.poll(waits).toBe('installed')
    const late = await context.newPage()
    await late.addInitScript(() => {
      void navigator.serviceWorker.getRegistration().then((registration) => {
        if (!registration?.waiting) return
        registration.waiting.postMessage({ type: 'SKIP_WAITING' })
        // Blocks the app until the worker has changed.
        const start = performance.now()
        while (performance.now() - start < 1_000);
      })
    })
    await late.goto('/categories')
    await expect(version(late)).toHaveAttribute('content', 'overtaking')
    await late.close()
    await expect(version(page)).toHaveAttribute('content', `build-${BUILDS}`)
    await field.fill('')
    await field.blur()
    await expect(version(page)).toHaveAttribute('content', 'overtaking')
  })

  await test.step('an incomplete build is rejected, and the complete one is installed', async () => {
    await page.goto('/categories')
    await expect(version(page)).toHaveAttribute('content', 'overtaking')
    await waitForWorker(page)
    const missing = '{"revision":null,"url":"assets/not-there.js"},'
    await deploy(world, 'half', (script) => script.replace('{"integrity":', `${missing}{"integrity":`))
    expect(await nextWorkerState(page)).toBe('redundant')
    await page.reload()
    await expect(version(page)).toHaveAttribute('content', 'overtaking')
    await expect(page.locator('main a[href^="/genres/"]').first()).toBeVisible()
    await deploy(world, 'whole', (script) => script.replace(missing, ''))
    await waitForWorker(page)
    await follows(page, 'whole')
  })

  await test.step('a withdrawn worker leaves every page to the network and keeps the user’s data', async () => {
    await waitForWorker(page)
    await withdraw(world)
    await expect(async () => {
      await update(page)
      const left = page.evaluate(async () => [navigator.serviceWorker.controller, ...(await caches.keys())])
      expect(await left.catch(() => ['?'])).toEqual([null])
    }).toPass()
    await page.goto('/user/watchlist')
    await expect(page.locator(`main a[href="${films[0]}"]`).first()).toBeVisible()
  })
})
