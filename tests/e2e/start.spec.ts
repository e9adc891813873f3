import { request } from 'node:http'
import type { Page, Request } from '@playwright/test'
import { expect, NETWORK_ERRORS, settled, test, underWorker, type World } from './world.ts'

// Where the header shows who one is.
test.use({ viewport: { width: 1280, height: 800 } })
// The next test of this worker has the same server.
test.afterEach(({ world }) => {
  world.app.weather(undefined)
  world.restore()
})

test('the home stands with its hero before any script has run, and the app takes it over as it is', async ({
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
  // It may have to be drawn first.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 45_000 })
    .toBeGreaterThan(0)
  const first = await answer?.text()
  // What was asked for ahead is what is shown: nothing comes in two sizes.
  expect(backdrops).toHaveLength(1)
  await expect(page.locator('main li article')).toHaveCount(24)
  const name = await hero.getByRole('heading').innerText()
  await page.evaluate(() => Object.assign(globalThis, { drawn: document.querySelector('main article img') }))

  // A tap that comes before the app is done by it, and once, however often it was repeated.
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  letScripts()
  // Who is looking is known by the app alone.
  await expect(page.getByRole('banner').getByRole('link', { name: 'ورود', exact: true })).toBeVisible()
  await expect(hero.locator('..')).toHaveAttribute('inert', '')
  await expect(page.locator('main section article').nth(1).locator('..')).not.toHaveAttribute('inert')
  await expect(hero.locator('h2')).toHaveText(name)
  const isSame = () =>
    (globalThis as { drawn?: Element | null }).drawn === document.querySelector('main article img') &&
    document.querySelectorAll('main li article').length === 24
  await expect.poll(() => page.evaluate(isSame)).toBe(true)
  expect(asked.filter((path) => /slideshow|genres$|search\?order_by=newest$/.test(path))).toEqual([])
  await expect.poll(() => page.evaluate(shifted)).toBeLessThan(0.02)

  // From now on it comes so from the device as well, network or not.
  await underWorker(page)
  await expect.poll(() => page.evaluate(keptHome), { timeout: 45_000 }).toContain(name)
  errors.allow(NETWORK_ERRORS)
  world.cut()
  const again = await page.reload()
  expect(again?.fromServiceWorker()).toBe(true)
  const html = (await again?.text()) ?? ''
  expect(html).toContain(name)
  // From the device the font is there at once; on the first visit it would have kept the picture waiting.
  expect(html.slice(0, html.indexOf('</head>'))).toMatch(/<link rel="preload"[^>]*as="font"/)
  expect(first).not.toMatch(/as="font"/)
  await expect(page.getByRole('button', { name: 'بعدی', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'بعدی', exact: true }).click()
  await expect(hero.locator('..')).toHaveAttribute('inert', '')
  await expect(page.locator('main li article')).toHaveCount(24)
})

test('who comes by a campaign finds the home drawn as well, and the app takes it over as it is', async ({
  page,
  world,
}) => {
  const letScripts = await hold(page, '**/assets/*.js')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${world.apiUrl}/api/`)) asked.push(request.url().slice(world.apiUrl.length))
  })
  await page.goto('/?utm_source=letter&r=friend', { waitUntil: 'commit' })
  await expect(page.locator('main li article')).toHaveCount(24)
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
  // From the device it comes so, too.
  await underWorker(page)
  await expect.poll(() => page.evaluate(keptHome), { timeout: 45_000 }).toContain('first-screen')
  const again = await page.goto('/?gclid=x')
  expect(again?.fromServiceWorker()).toBe(true)
  expect(await again?.text()).toContain('first-screen')
})

test('with data spared no picture comes in two sizes, nor the home as it was drawn for everybody', async ({ page }) => {
  await page.goto('/')
  await underWorker(page)
  await expect.poll(() => page.evaluate(keptHome), { timeout: 45_000 }).toBeTruthy()
  await page.getByRole('switch', { name: /^صرفه‌جویی/ }).click()
  await expect.poll(() => page.evaluate(() => caches.has('parde-spares-data'))).toBe(true)

  const pictures = new Set<string>()
  page.on('request', (request) => {
    if (/\/media\/(posters|backdrops)\//.test(request.url())) pictures.add(new URL(request.url()).pathname)
  })
  const again = await page.reload()
  expect(again?.fromServiceWorker()).toBe(true)
  expect(await again?.text()).not.toContain('first-screen')
  const hero = page.locator('main section article img').first()
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.locator('main section article img')).toHaveCount(1)
  const sources = [...pictures].map((path) => path.replace(/\d+\.(avif|webp|jpg)$/, ''))
  expect(sources.length).toBeGreaterThan(1)
  expect(sources).toHaveLength(new Set(sources).size)
})

for (const width of [360, 1280]) {
  test(`the header stands where it stays, before the style sheet has come, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const letSheet = await hold(page, '**/assets/*.css')
    // What the app adds to the header once it knows who is there is not meant.
    await page.route('**/assets/*.js', () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    const logo = page.getByRole('banner').locator('a[href="/"] svg')
    await expect(logo).toBeVisible()
    const parts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#root header :is(button, a, svg), #root a[href="#main"]')].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect()
          // How wide words are is the font's, which comes when it comes.
          const places = part.closest('nav') ? [y, height] : [x, y, width, height]
          return `${part.getAttribute('aria-label') ?? part.textContent} ${places.map(Math.round).join()}`
        }),
      )
    const before = await parts()
    letSheet()
    await expect(page.locator('main section article').first().getByRole('heading')).toBeVisible()
    expect(before).toEqual(await parts())
    expect(before.length).toBeGreaterThan(4)
  })
}

test('the first stop of the keyboard leads past the menus, and is seen there alone', async ({ page }) => {
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

test('what does not come is told of by the page alone, without script or sheet', async ({ page }) => {
  for (const parts of ['**/assets/*.css', '**/assets/*.js']) await page.route(parts, () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('banner').locator('a[href="/"] svg')).toBeVisible()
  const again = page.getByRole('link', { name: 'باز کردن دوباره' })
  await expect(again).toBeHidden()
  // Twenty seconds of it.
  await page.evaluate(() => document.getAnimations().forEach((one) => void one.finish()))
  await expect(again).toBeVisible()
  const box = await again.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.width).toBeGreaterThan(60)
})

test('a style sheet that is lost on its way is asked for again: nothing is shown without its form', async ({
  page,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  let asked = 0
  await page.route('**/assets/index-*.css', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.locator('main section article').first().getByRole('heading')).toBeVisible()
  expect(asked).toBe(2)
})

/** Holds files back until they are let come. */
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
 * The contract puts the marker header on every request (specification, section 7), which costs a call to another origin a preflight for
 * each address, once in two hours; where the API stands behind the app's own address there is none.
 */
for (const [where, isOneOrigin] of [
  ['on a host of its own', false],
  ['behind the app’s own address', true],
] as const) {
  test(`a title never seen costs one request for what it shows and none twice, with the API ${where}`, async ({
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
    await settled(page)
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
      // A picture of the page before, cut off by this one, would be asked for again.
      await settled(page)
      await expect.poll(() => onTheirWay.size).toBe(0)
      const from = world.api.exchanges.length
      asked.length = 0
      await open()
      await expect(story).toBeVisible()
      await expect(page).toHaveURL(new RegExp(path.split('/')[2] ?? ''))
      const content = asked.filter((one) => /^\/api\/titles\/\d+(\?|$)/.test(one.url))
      expect(content).toEqual([{ method: 'GET', url, marker: 'XMLHttpRequest' }])
      await settled(page)
      const passed = world.api.exchanges.slice(from).map((one) => `${one.method} ${one.path}`)
      expect(passed.filter((one) => one === `GET ${url}`)).toHaveLength(1)
      expect(passed.filter((one, at) => passed.indexOf(one) !== at)).toEqual([])
      // No preflight but those the browser has to make.
      const preflights = passed.filter((one) => one.startsWith('OPTIONS '))
      const calls = passed.filter((one) => one.startsWith('GET /api/')).map((one) => one.replace('GET', 'OPTIONS'))
      expect(preflights.filter((one) => isOneOrigin || !calls.includes(one))).toEqual([])
    }
    // By a tap, and by its address.
    const [tapped = '', typed = ''] = paths.slice(5)
    await opening(tapped, () => page.locator(`main a[href="${tapped}"]`).first().click())
    await opening(typed, () => page.goto(typed))
  })
}

/** The API answers under the app's own address, as behind a proxy that joins them (`API_BASE=/`). */
async function putBehindApp(page: Page, world: World) {
  world.app.weather(({ url = '' }) =>
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

/** In the page: the home that the worker has kept, when it has. */
async function keptHome(): Promise<string> {
  const name = (await caches.keys()).find((one) => one.startsWith('parde-home-'))
  return (await caches.match('/', { cacheName: name ?? '' }).catch(() => undefined))?.text() ?? ''
}

/** In the page: how much of it has moved so far. */
function shifted(): Promise<number> {
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      done(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(0), 500)
  })
}
