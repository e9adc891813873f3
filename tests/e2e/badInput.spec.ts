import type { Page } from '@playwright/test'
import { expect, NETWORK_ERRORS, register, test, waitForWorker } from './world.ts'

/** Expects the app's header and some Persian text in `main` rather than a white page. */
async function expectContent(page: Page) {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/[آ-ی]{2}/)
}

const HOSTILE = [
  '%00',
  '%F0%9F%92%A3',
  "'; drop table titles; --",
  '<script>alert(1)</script>',
  '%E2%80%AE',
  '٪٪٪',
  'a'.repeat(3000),
]

test('an address with any page number, order, genre, query or id leads to a screen', async ({ page, console }) => {
  console.allow(NETWORK_ERRORS)
  for (const path of [
    '/?page=0',
    '/?page=-3',
    '/?page=1000000000',
    '/?page=abc',
    '/?order_by=chaos&type=opera&is_dubbed=perhaps&genre=x',
    '/?genre=999999',
    '/?type=%5B%22movie%22%5D&page=%7B%7D',
    ...HOSTILE.map((text) => `/?q=${text}`),
    ...HOSTILE.slice(0, 6).map((text) => `/titles/${text}/x`),
    '/titles/0/x',
    '/titles/99999999/nothing',
    '/titles/1e9/x',
    '/genres/99999/x',
    '/user/watchlist?sort=9&type=zzz',
    '/auth/login?redirect=https://evil.example/',
    '/auth/login?redirect=//evil.example/',
  ]) {
    await test.step(path.slice(0, 60), async () => {
      await page.goto(path)
      await expectContent(page)
    })
  }
  await page.goto('/titles/99999999/nothing')
  await expect(page.getByRole('heading', { name: 'صفحه پیدا نشد' })).toBeVisible()
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'صفحه پیدا نشد' })).toBeVisible()
})

test('a wrong slug redirects to the right address', async ({ page }) => {
  await page.goto('/?order_by=votes')
  const link = page.locator('main a[href^="/titles/"]').last()
  await expect(link).toBeVisible()
  const path = (await link.getAttribute('href')) ?? ''
  await page.goto(path.replace(/[^/]+$/, 'wrong-name'))
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('a screen shows an error in Persian and a retry button when the server responds with the wrong shape', async ({
  page,
  console,
  world,
}) => {
  console.allow(NETWORK_ERRORS)
  const answers = ['null', '[]', '{"data":{}}', '<html>', '{"data":[{"id":"x"}],"meta":7}', '']
  for (const body of answers) {
    const forge = (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': world.appUrl,
        'Access-Control-Allow-Credentials': 'true',
      })
      response.end(body)
    }
    for (let times = 0; times < 5; times++) {
      world.api.next(({ method, url }) => method === 'GET' && (url ?? '').startsWith('/api/titles/'), forge)
    }
    await page.goto('/?order_by=year')
    await expectContent(page)
  }
  await expect(page.getByRole('button', { name: 'تلاش دوباره' })).toBeVisible()
  world.api.clear()
  await page.getByRole('button', { name: 'تلاش دوباره' }).click()
  await expect(page.locator('main a[href^="/titles/"]').nth(4)).toBeVisible()
})

test('foreign content in localStorage and IndexedDB is reset row by row, and the user loses nothing', async ({
  page,
}) => {
  await register(page)
  await waitForWorker(page)
  await page.goto('/?order_by=votes')
  const link = page.locator('main a[href^="/titles/"]').last()
  await expect(link).toBeVisible()
  const path = (await link.getAttribute('href')) ?? ''
  await page.goto(path)
  const save = page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')

  await page.evaluate(async () => {
    for (const key of ['parde-first-screen', 'mui-mode', 'mui-color-scheme', 'tsr-scroll-restoration-v1_3']) {
      localStorage.setItem(key, '{"not":["what", it should be')
      sessionStorage.setItem(key, '\u0000}{')
    }
    const open = (name: string) =>
      new Promise<IDBDatabase>((done, fail) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const device = await open('parde-device')
    const writing = device.transaction(['answers', 'titles', 'cards', 'meta'], 'readwrite')
    writing.objectStore('answers').put({ key: '["genres"]', data: { garbage: true }, at: 'yesterday' })
    writing.objectStore('titles').put({ key: '1', id: 1, title: 'not a title', at: 1 })
    writing.objectStore('cards').put({ id: 1, card: null, at: Date.now() })
    writing.objectStore('meta').put({ key: 'apiBase', value: 17 })
    await new Promise((done) => {
      writing.oncomplete = done
    })
    device.close()
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('parde-user-')) continue
      const personal = await open(name)
      const garbling = personal.transaction(['outbox', 'watchlist', 'likes'], 'readwrite')
      garbling.objectStore('outbox').add({ key: 'k', entity: 7, status: 'queued', nextAt: 0 })
      garbling.objectStore('watchlist').put({ titleId: 'x', savedAt: 'never' })
      garbling.objectStore('likes').put({ titleId: 1, liked: 'perhaps' })
      await new Promise((done) => {
        garbling.oncomplete = done
      })
      personal.close()
    }
  })

  await page.goto('/')
  await expect(page.locator('main a[href^="/titles/"]').nth(8)).toBeVisible()
  await page.goto('/user/watchlist')
  await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()
  await page.goto(path)
  await expect(save).toHaveAttribute('aria-pressed', 'true')
})

test('a form shows an error in Persian at each field with a bad value and keeps the input', async ({
  page,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.goto('/auth/register')
  const fields = page.locator('main form input:not([type="checkbox"])')
  await expect(fields.first()).toBeVisible()
  for (const value of ['', ' ', '<b>x</b>', "' or 1=1 --", '💣', '\u202Eabc', 'x'.repeat(3000)]) {
    for (let index = 0; index < (await fields.count()); index++) await fields.nth(index).fill(value)
    await page.locator('main form button[type=submit]').click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    await expect(page).toHaveURL(/auth\/register/)
    await expectContent(page)
  }
  await page.goto('/auth/login')
  await page
    .locator('input[autocomplete~="username"], input[type="email"], input[name="email"]')
    .first()
    .fill('nobody@parde.example')
  await page.locator('input[autocomplete="current-password"]').fill('not the password')
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first()).toBeVisible()
  await expect(page.locator('input[name="email"], input[type="email"]').first()).toHaveValue('nobody@parde.example')
})
