import { request } from 'node:http'
import type { Page, Request } from '@playwright/test'
import { expect, NETWORK_ERRORS, test, type World, waitForIdle, waitForWorker } from './world.ts'

// Wide enough for the header to show the account.
test.use({ viewport: { width: 1280, height: 800 } })
// The tests of a Playwright worker share the server.
test.afterEach(({ world }) => {
  world.app.setFaultRule(undefined)
  world.restore()
})

/** The cards of the catalogue's first page, without those of the rows above. */
const GRID_CARDS = 'main :is(ul, ol)[aria-label="خانه"] article'

test('the prerendered home shows its hero before any script runs, and hydration keeps its elements', async ({
  page,
  world,
  console: errors,
}) => {
  const letScripts = await hold(page, '**/assets/*.js')
  const asked: string[] = []
  const backdrops: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/backdrops/')) backdrops.push(request.url())
    if (request.url().startsWith(`${world.apiUrl}/api/`)) asked.push(request.url().slice(world.apiUrl.length))
  })
  const answer = await page.goto('/', { waitUntil: 'commit' })
  const hero = page.locator('main section article').first()
  await expect(hero.getByRole('heading')).toBeVisible()
  const picture = hero.locator('img')
  // The server may have to render the picture first.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const first = await answer?.text()
  // The preloaded picture is the one shown: no second size is fetched.
  expect(backdrops).toHaveLength(1)
  await expect(page.locator(GRID_CARDS)).toHaveCount(24)
  const name = await hero.getByRole('heading').innerText()
  await page.evaluate(() => Object.assign(globalThis, { drawn: document.querySelector('main article img') }))

  // The app replays a click made before hydration, once even if repeated.
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  letScripts()
  // Only the app knows the session.
  await expect(page.getByRole('banner').getByRole('link', { name: 'ورود', exact: true })).toBeVisible()
  await expect(hero.locator('..')).toHaveAttribute('inert', '')
  await expect(page.locator('main section article').nth(1).locator('..')).not.toHaveAttribute('inert')
  await expect(hero.locator('h2')).toHaveText(name)
  const isSame = () => (globalThis as { drawn?: Element | null }).drawn === document.querySelector('main article img')
  await expect.poll(() => page.evaluate(isSame)).toBe(true)
  await expect(page.locator(GRID_CARDS)).toHaveCount(24)
  expect(asked.filter((path) => /slideshow|genres$|search\?order_by=newest$/.test(path))).toEqual([])
  await expect.poll(() => page.evaluate(shifted)).toBeLessThan(0.02)

  // The worker serves the prerendered home from now on, online and offline.
  await waitForWorker(page)
  await expect.poll(() => page.evaluate(cachedHome)).toContain(name)
  errors.allow(NETWORK_ERRORS)
  world.cut()
  const again = await page.reload()
  expect(again?.fromServiceWorker()).toBe(true)
  const html = (await again?.text()) ?? ''
  expect(html).toContain(name)
  // The cached page preloads the font; on a first visit the preload would delay the picture.
  expect(html.slice(0, html.indexOf('</head>'))).toMatch(/<link rel="preload"[^>]*as="font"/)
  expect(first).not.toMatch(/as="font"/)
  await expect(page.getByRole('button', { name: 'بعدی', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  await expect(hero.locator('..')).toHaveAttribute('inert', '')
  await expect(page.locator(GRID_CARDS)).toHaveCount(24)
})

test('rows below the window appear after the first scroll, so that they do not slow down the start', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  await waitForIdle(page)
  const row = page.getByRole('region', { name: 'دوبله‌های تازه' })
  await expect(row).toHaveCount(0)
  await page.mouse.wheel(0, 10)
  await expect(row).toBeVisible()
})

test('a campaign link shows the prerendered home, and hydration keeps its elements', async ({ page, world }) => {
  const letScripts = await hold(page, '**/assets/*.js')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${world.apiUrl}/api/`)) asked.push(request.url().slice(world.apiUrl.length))
  })
  await page.goto('/?utm_source=letter&r=friend', { waitUntil: 'commit' })
  await expect(page.locator(GRID_CARDS)).toHaveCount(24)
  const drawn = () => page.evaluate(() => document.querySelector('main article') === Reflect.get(globalThis, 'drawn'))
  await page.evaluate(() => void Reflect.set(globalThis, 'drawn', document.querySelector('main article')))
  letScripts()
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  await expect(page.locator('main section article').first().locator('..')).toHaveAttribute('inert', '')
  await expect(page).toHaveURL(`${world.appUrl}/`)
  expect(await drawn()).toBe(true)
  expect(asked.filter((path) => /slideshow|genres$|search\?order_by=newest$/.test(path))).toEqual([])
  await expect.poll(() => page.evaluate(shifted)).toBeLessThan(0.02)
  expect((await page.context().cookies()).find(({ name }) => name === 'ref')?.value).toBe('friend')
  // The worker serves campaign links from its cache too.
  await waitForWorker(page)
  await expect.poll(() => page.evaluate(cachedHome)).toContain('first-screen')
  const again = await page.goto('/?gclid=x')
  expect(again?.fromServiceWorker()).toBe(true)
  expect(await again?.text()).toContain('first-screen')
})

test('the prerendered home hydrates without an error on a device whose clock is in another year', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 400 * 86_400_000)
  await page.goto('/')
  await page.evaluate(() => Object.assign(globalThis, { drawn: document.querySelector('main article img') }))
  await expect(page.getByRole('banner').getByRole('link', { name: 'ورود', exact: true })).toBeVisible()
  const isSame = () => (globalThis as { drawn?: Element | null }).drawn === document.querySelector('main article img')
  expect(await page.evaluate(isSame)).toBe(true)
})

test('with the data saver on, each picture loads in one size and the prerendered home is not used', async ({
  page,
}) => {
  await page.goto('/')
  await waitForWorker(page)
  await expect.poll(() => page.evaluate(cachedHome)).toBeTruthy()
  await page.getByRole('switch', { name: /^صرفه‌جویی/ }).click()
  await expect.poll(() => page.evaluate(() => caches.has('parde-spares-data'))).toBe(true)

  const pictures = new Set<string>()
  page.on('request', (request) => {
    if (/\/media\/(posters|backdrops)\//.test(request.url())) pictures.add(new URL(request.url()).pathname)
  })
  const again = await page.reload()
  expect(again?.fromServiceWorker()).toBe(true)
  expect(await again?.text()).not.toContain('first-screen')
  const hero = page.locator('main [aria-roledescription="نمایش اسلاید"] article img').first()
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.locator('main [aria-roledescription="نمایش اسلاید"] article img')).toHaveCount(1)
  const sources = [...pictures].map((path) => path.replace(/\d+\.(avif|webp|jpg)$/, ''))
  expect(sources.length).toBeGreaterThan(1)
  expect(sources).toHaveLength(new Set(sources).size)
})

for (const width of [360, 1280]) {
  test(`the header has its final layout before the style sheet loads, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const letSheet = await hold(page, '**/assets/*.css')
    // Blocks the app, which changes the header for the session.
    await page.route('**/assets/*.js', () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    const logo = page.getByRole('banner').locator('a[href="/"] svg')
    await expect(logo).toBeVisible()
    const parts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#root header :is(button, a, svg), #root a[href="#main"]')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect()
          // The width of words depends on the font, which loads later.
          const rectangle = part.closest('nav') ? [y, height] : [x, y, width, height]
          return `${part.getAttribute('aria-label') ?? part.textContent} ${rectangle.map(Math.round).join()}`
        }),
      )
    const before = await parts()
    letSheet()
    await expect(page.locator('main section article').first().getByRole('heading')).toBeVisible()
    expect(before).toEqual(await parts())
    expect(before.length).toBeGreaterThan(4)
  })
}

test('the first tab stop is a skip link, visible only when focused', async ({ page }) => {
  await page.goto('/')
  const past = page.getByRole('link', { name: 'پرش به محتوا' })
  await expect(page.getByRole('banner').getByRole('link', { name: 'ورود', exact: true })).toBeVisible()
  expect((await past.boundingBox())?.width).toBe(1)
  await page.keyboard.press('Tab')
  await expect(past).toBeFocused()
  const box = await past.boundingBox()
  expect(box?.width).toBeGreaterThan(80)
  expect(box?.height).toBeGreaterThan(30)
  await expect(past).toHaveCSS('content-visibility', 'visible')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('the page offers a reload without script or style sheet when the app does not load', async ({ page }) => {
  for (const parts of ['**/assets/*.css', '**/assets/*.js']) await page.route(parts, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('banner').locator('a[href="/"] svg')).toBeVisible()
  const again = page.getByRole('link', { name: 'باز کردن دوباره' })
  await expect(again).toBeHidden()
  // Finishes the animation that delays the link by twenty seconds.
  await page.evaluate(() => document.getAnimations().forEach((one) => void one.finish()))
  await expect(again).toBeVisible()
  const box = await again.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThan(60)
})

test('a style sheet that failed to load is requested again before content shows', async ({ page, console: errors }) => {
  errors.allow(NETWORK_ERRORS)
  let asked = 0
  await page.route('**/assets/index-*.css', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.locator('main section article').first().getByRole('heading')).toBeVisible()
  expect(asked).toBe(2)
})

/** Holds requests of files. Returns a function that releases them. */
async function hold(page: Page, files: string): Promise<() => void> {
  let letCome: () => void = () => undefined
  const mayCome = new Promise<void>((done) => {
    letCome = done
  })
  await page.route(files, async (route) => {
    await mayCome
    await route.continue()
  })
  return letCome
}

/**
 * The contract requires the `X-Requested-With` header on every request (docs/specification.md, section 7). A call to
 * another origin then needs a preflight per address every two hours; an API on the app's own origin needs none.
 */
for (const [where, isOneOrigin] of [
  ['on another origin', false],
  ['on the app’s origin', true],
] as const) {
  test(`an unvisited title needs one request for its content and repeats none, with the API ${where}`, async ({
    page,
    world,
  }) => {
    if (isOneOrigin) await putBehindApp(page, world)
    const onTheirWay = new Set<Request>()
    page.on('request', (request) => onTheirWay.add(request))
    page.on('requestfinished', (request) => onTheirWay.delete(request))
    page.on('requestfailed', (request) => onTheirWay.delete(request))
    await page.goto('/?order_by=votes')
    const cards = page.locator('main article a[href^="/titles/"]')
    await expect(cards.nth(8)).toBeVisible()
    await waitForIdle(page)
    const paths = await cards.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('href') ?? ''))])
    const story = page.getByRole('region', { name: 'داستان' })
    const asked: { method: string; url: string; marker: string | undefined }[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      const marker = request.headers()['x-requested-with']
      if (pathname.startsWith('/api/')) asked.push({ method: request.method(), url: `${pathname}${search}`, marker })
    })
    const opening = async (path: string, open: () => Promise<unknown>) => {
      const url = `/api/titles/${path.split('/')[2]}`
      // A picture of the previous page that this navigation aborts would be requested again.
      await waitForIdle(page)
      await expect.poll(() => onTheirWay.size).toBe(0)
      const from = world.api.exchanges.length
      asked.length = 0
      await open()
      await expect(story).toBeVisible()
      await expect(page).toHaveURL(new RegExp(path.split('/')[2] ?? ''))
      const content = asked.filter((one) => /^\/api\/titles\/\d+(\?|$)/.test(one.url))
      expect(content).toEqual([{ method: 'GET', url, marker: 'XMLHttpRequest' }])
      await waitForIdle(page)
      const passed = world.api.exchanges.slice(from).map((one) => `${one.method} ${one.path}`)
      expect(passed.filter((one) => one === `GET ${url}`)).toHaveLength(1)
      expect(passed.filter((one, at) => passed.indexOf(one) !== at)).toEqual([])
      // Only the preflights that the browser requires.
      const preflights = passed.filter((one) => one.startsWith('OPTIONS '))
      const calls = passed.filter((one) => one.startsWith('GET /api/')).map((one) => one.replace('GET', 'OPTIONS'))
      expect(preflights.filter((one) => isOneOrigin || !calls.includes(one))).toEqual([])
    }
    // By a click, and by its address.
    const [tapped = '', typed = ''] = paths.slice(5)
    await opening(tapped, () => page.locator(`main a[href="${tapped}"]`).first().click())
    await opening(typed, () => page.goto(typed))
  })
}

/** Serves the API on the app's origin, as behind a proxy that joins both (`API_BASE=/`). */
async function putBehindApp(page: Page, world: World) {
  world.app.setFaultRule(({ url = '' }) =>
    /^\/(api|media|sanctum)\//.test(url)
      ? (from, to) => {
          const onward = request(`${world.apiUrl}${url}`, { method: from.method ?? 'GET', headers: from.headers })
          onward.on('response', (answer) => answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers)))
          onward.on('error', () => to.destroy())
          onward.end()
        }
      : undefined,
  )
  await page.route(
    (url) => url.origin === world.appUrl,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(/(name="api-base" content=")[^"]*/, '$1/') })
    },
  )
}

/** Runs in the page: the prerendered home that the worker cached, or an empty text. */
async function cachedHome(): Promise<string> {
  const name = (await caches.keys()).find((one) => one.startsWith('parde-home-'))
  return (await caches.match('/', { cacheName: name ?? '' }).catch(() => undefined))?.text() ?? ''
}

/** Runs in the page: the sum of layout shifts so far. */
function shifted(): Promise<number> {
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      done(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(0), 500)
  })
}
