import type { Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, register, test, waitForIdle, waitForWorker } from './world.ts'

/** The installed app with missing caches, broken worker scripts, wrong clocks and shared content. */

const FILMS = '/titles/68646/the-godfather'

/** The paths in Cache Storage by cache, without their revisions. */
async function cachedPaths(page: Page): Promise<{ app: string[]; other: string[] }> {
  const all = await page.evaluate(async () => {
    const names = await caches.keys()
    return Promise.all(
      names.map(async (name) => {
        const requests = await (await caches.open(name)).keys()
        return requests.map(({ url }) => ({ name, origin: new URL(url).origin, path: new URL(url).pathname }))
      }),
    )
  })
  const found = all.flat()
  const isApp = ({ name }: { name: string }) => name.includes('-precache-')
  return {
    app: found.filter(isApp).map(({ path }) => path),
    other: found.filter((one) => !isApp(one)).map(({ path }) => path),
  }
}

/** Reads a row from a database of the page without the app, or deletes it. */
async function withDatabase(
  page: Page,
  start: string,
  store: string,
  does: 'all' | 'keys' | { remove: IDBValidKey },
): Promise<unknown[]> {
  const asked = JSON.stringify({ start, store, does })
  const found = await page.evaluate(async (text) => {
    const { start, store, does } = JSON.parse(text)
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith(start))?.name ?? start
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => done(opening.result)
      opening.onerror = () => fail(opening.error)
    })
    const rows = database.transaction(store, 'readwrite').objectStore(store)
    const request: IDBRequest =
      does === 'all' ? rows.getAll() : does === 'keys' ? rows.getAllKeys() : rows.delete(does.remove)
    const answer = await new Promise((done, fail) => {
      request.onsuccess = () => done(request.result ?? [])
      request.onerror = () => fail(request.error)
    })
    database.close()
    return JSON.stringify(answer)
  }, asked)
  return JSON.parse(found)
}

/** The entries of the journal. */
const noted = async (page: Page) =>
  (await withDatabase(page, 'parde-user-', 'journal', 'all')).map((one) => (one as { detail: string }).detail)

/** Triggers worker events as the browser does: push, background sync and periodic background sync. */
async function theBrowser(page: Page, origin: string) {
  await page.context().grantPermissions(['notifications'], { origin })
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) => {
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [one] }) => one && found(one.registrationId),
    )
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    push: (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    wake: (tag: string) => session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag }),
    sync: (tag: string) =>
      session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false }),
  }
}

test('the app keeps its data when caches, worker scripts or clocks fail, and contacts only its own server', async ({
  page,
  context,
  world,
  console: errors,
}) => {
  errors.allow(/Failed to load resource|net::ERR_|bad HTTP response|script has an unsupported MIME|registering|update/i)
  const shortcuts: string[] = []
  const asked = new Set<string>()
  context.on('request', (request) => asked.add(new URL(request.url()).origin))
  await register(page)
  await waitForWorker(page)
  await page.goto(FILMS)
  await page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first().click()
  await waitForIdle(page)

  await test.step('the app is installable and its manifest is valid', async () => {
    const session = await context.newCDPSession(page)
    const { errors: mistakes, data } = await session.send('Page.getAppManifest')
    expect(mistakes).toEqual([])
    const manifest = JSON.parse(data ?? '{}')
    shortcuts.push(...manifest.shortcuts.map(({ url }: { url: string }) => url))
    expect(manifest).toMatchObject({
      ...{ id: '/', start_url: '/', scope: '/', lang: 'fa', dir: 'rtl', display: 'standalone', orientation: 'any' },
      categories: ['entertainment', 'lifestyle'],
      share_target: { action: '/share', params: { title: 'title', text: 'text', url: 'url' } },
      launch_handler: { client_mode: ['focus-existing', 'auto'] },
    })
    expect(shortcuts).toEqual(expect.arrayContaining(['/user/watchlist', '/user/history', '/#search']))
    const all = (list: Record<string, string>[], field: string) => list.map((one) => one[field])
    expect(all(manifest.icons, 'purpose')).toEqual(expect.arrayContaining(['any', 'maskable']))
    expect(all(manifest.screenshots, 'form_factor')).toEqual(expect.arrayContaining(['narrow', 'wide']))
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//)
    }
    for (const path of shortcuts) expect((await page.request.get(path)).status()).toBe(200)
  })

  await test.step('no file is fetched twice for the cache, and no API response is cached there', async () => {
    const { app, other } = await cachedPaths(page)
    expect(new Set(app).size).toBe(app.length)
    expect(
      app.filter((path) => !/^\/(assets\/|index\.html|early\.js|icon\.svg|manifest\.webmanifest)/.test(path)),
    ).toEqual([])
    expect(other.filter((path) => !/^\/(media\/|assets\/|$)/.test(path))).toEqual([])
  })

  await test.step('emptied caches are refilled, and the next start works offline', async () => {
    const script = await (await page.request.get('/sw.js')).text()
    const before = new Set([...script.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url)).size
    // The first worker caches the rare files after it has taken control.
    await expect.poll(async () => (await cachedPaths(page)).app.length).toBe(before)
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.reload()
    await expect.poll(async () => (await cachedPaths(page)).app.length).toBe(before)
    world.cut()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/پدرخوانده/)
  })

  await test.step('the shortcuts open offline, and one click leads to everything stored on the device', async () => {
    for (const path of shortcuts) {
      await page.goto(path)
      if (path.endsWith('#search')) await expect(page.getByRole('combobox')).toBeFocused()
      else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto(FILMS)
    await page.getByRole('link', { name: 'روی این دستگاه' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'روی این دستگاه' })).toBeVisible()
    await expect(page.locator(`main a[href="${FILMS}"]`).first()).toBeVisible()
    world.restore()
    await page.getByRole('button', { name: 'تلاش دوباره' }).first().click()
    await expect(page.locator('html[style*="--offline-line"]')).toHaveCount(0)
  })

  await test.step('the app keeps running when the worker script is missing, broken or an HTML page', async () => {
    for (const [status, type] of [
      [404, 'text/plain'],
      [500, 'text/plain'],
      [200, 'text/html'],
    ] as const) {
      world.app.setFaultRule(({ url }) =>
        url === '/sw.js' ? (_, response) => response.writeHead(status, { 'Content-Type': type }).end('<p>') : undefined,
      )
      const update = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          return registration?.update().then(
            () => 'updated',
            () => 'refused',
          )
        })
      // The browser joins an update check to one that the page has started before.
      await expect.poll(update).toBe('refused')
    }
    world.app.setFaultRule(undefined)
    await page.reload()
    await waitForWorker(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  const { push, wake, sync } = await theBrowser(page, world.appUrl)

  await test.step('shared content opens the matching screen, or none', async () => {
    await page.goto(`/share?url=${encodeURIComponent('https://m.imdb.com/title/tt0068646/?ref_=x')}`)
    await expect(page).toHaveURL(new RegExp(`${FILMS}$`))
    await page.goto('/share?title=Nowhere%20(2031)%20-%20IMDb&text=https://www.imdb.com/title/tt9999999/')
    await expect(page.getByLabel('IMDb', { exact: false })).toHaveValue('tt9999999')
    await page.goto(`/share?url=${'%00%3Cscript%3E'.repeat(200)}`)
    await expect(page).toHaveURL(/\/(\?q=.*)?$/)
    await waitForIdle(page)
    await page.evaluate(() => {
      navigator.serviceWorker.controller?.postMessage({ type: 'nobody of ours' })
      window.postMessage({ type: 'parde:go', path: 'https://evil.example/' }, '*')
    })
    await context.serviceWorkers()[0]?.evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll(): Promise<{ postMessage(data: unknown): void }[]> }
      }
      for (const client of await clients.matchAll())
        client.postMessage({ type: 'parde:go', path: 'https://evil.example/' })
    })
    await push('{"kind":"of another time"}')
    const words = ['share with nothing in it', 'message to the worker', 'parde:go', 'push that is none of ours']
    await expect.poll(() => noted(page)).toEqual(expect.arrayContaining(words))
    await expect(page).toHaveURL(/\/(\?q=.*)?$/)
  })

  await test.step('the worker fills the offline pack in a background sync and a periodic one', async () => {
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const id = Number(FILMS.split('/')[2])
    const packed = () => withDatabase(page, 'parde-device', 'packPages', 'keys')
    await expect.poll(packed).toContain(id)
    for (const fire of [() => sync('parde-pack'), () => wake('parde-freshen')]) {
      for (const table of ['packPages', 'packStates']) await withDatabase(page, 'parde-device', table, { remove: id })
      await withDatabase(page, 'parde-device', 'meta', { remove: 'freshenedAt' })
      expect(await packed()).not.toContain(id)
      await fire()
      await expect.poll(packed).toContain(id)
    }
  })

  await test.step('a clock set back a year loses nothing and delays nothing', async () => {
    /** Opens a stored title after the clock was set back, and resolves once the app has refetched it. */
    const opensAnew = async (path: string, asks: string) => {
      const asked = page.waitForRequest((one) => one.method() === 'GET' && new URL(one.url()).pathname === asks)
      await page.goto(path)
      await asked
    }
    const [, , id = ''] = FILMS.split('/')
    await page.clock.setSystemTime(Date.now() - 365 * 86_400_000)
    await opensAnew('/user/watchlist', '/api/user/watchlist')
    await expect(page.locator(`main a[href="${FILMS}"]`).first()).toBeVisible()
    await opensAnew(FILMS, `/api/titles/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await opensAnew('/', '/api/titles/search')
    await expect(page.locator('main article a[href^="/titles/"]').first()).toBeVisible()
  })
  expect([...asked].filter((origin) => ![world.appUrl, world.apiUrl].includes(origin))).toEqual([])
})

test('a first visit during a deployment reports that the app did not load, and one click loads it', async ({
  page,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  // The console error of the missing chunk, before or after the reload.
  errors.allow(/Failed to fetch dynamically imported module/)
  const entry = '**/assets/index-*.js'
  await page.route(entry, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/contact')
  const again = page.getByRole('link', { name: 'باز کردن دوباره' })
  await expect(again).toBeHidden()
  // The delay before the page reports the problem.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) one.finish()
  })
  await expect(again).toBeVisible()
  // The entry script exists now, a chunk of the screen does not: the page reloads by itself.
  await page.unroute(entry)
  let missed = 0
  await page.route('**/assets/forms-*.js', async (route) => {
    if (missed++ === 0) await route.fulfill({ status: 404, body: 'Not found' })
    else await route.continue()
  })
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'پشتیبانی' })).toBeVisible()
  await expect(again).toHaveCount(0)
  expect(missed).toBeGreaterThan(1)
})
