import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, register, test, type World, waitForIdle, waitForWorker } from './world.ts'

const NAME = 'فرستادن آمار سرعت و همگام‌سازی'

/** What the operator's command prints, as `metric detail group`. */
async function shown(world: World): Promise<string[]> {
  const args = [join(world.dist, 'server/cli.js'), '--json', 'metrics', '--by', 'browser']
  const { stdout } = await promisify(execFile)('node', args, { env: { ...process.env, DATA_DIR: world.dataDir } })
  const { result } = JSON.parse(stdout) as { result: { metrics: { metric: string; detail: string; group: string }[] } }
  return result.metrics.map(({ metric, detail, group }) => `${metric} ${detail} ${group.replace(/\d+$/, '')}`.trim())
}

/** Requests of metrics: their library and their reports. */
function metricsRequests(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname === '/api/app-health') found.push('report')
    if (/\/assets\/vitals-/.test(pathname)) found.push('library')
  })
  return found
}

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

/** Saves the film and waits until the server has it. */
async function saveFilm(page: Page) {
  await page.goto('/titles/68646/the-godfather')
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/api/user/watchlist/68646'))
  await page
    .getByRole('main')
    .getByRole('button', { name: /^ذخیره/ })
    .first()
    .click()
  expect((await confirmed).status()).toBe(200)
}

test('a device whose user does not allow it measures nothing and sends nothing', async ({ page, context }) => {
  const requests = metricsRequests(context)
  await register(page)
  await waitForWorker(page)
  await page.goto('/on-this-device')
  await expect(page.getByRole('switch', { name: NAME })).not.toBeChecked()
  await saveFilm(page)
  await waitForIdle(page)
  await hide(page)
  await page.goto('/')
  await waitForIdle(page)
  expect(requests).toEqual([])
})

test('a user allows it, saves a title and leaves: the operator sees web vitals and the wait of the mutation', async ({
  page,
  context,
  world,
}) => {
  const requests = metricsRequests(context)
  await register(page)
  await waitForWorker(page)
  await page.goto('/on-this-device')
  await page.getByRole('switch', { name: NAME }).click()
  await expect(page.getByRole('switch', { name: NAME })).toBeChecked()
  await saveFilm(page)
  await expect.poll(() => requests).toContain('library')
  await waitForIdle(page)
  const counted = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const request = indexedDB.open('parde-device')
          request.onsuccess = () => {
            const row = request.result.transaction('meta').objectStore('meta').get('metricCounts')
            row.onsuccess = () => {
              request.result.close()
              done(JSON.stringify(row.result ?? ''))
            }
          }
        }),
    )
  await expect.poll(counted).toContain('confirmed')
  await expect.poll(counted).toContain('TTFB')
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/app-health'))
  await hide(page)
  expect((await answered).status()).toBe(200)
  expect(requests.filter((request) => request === 'report')).toHaveLength(1)
  const lines = await shown(world)
  for (const metric of ['CLS', 'FCP', 'INP', 'LCP', 'TTFB']) expect(lines).toContain(`${metric}  chromium`)
  expect(lines).toContain('confirmed watchlist.setSaved chromium')
  expect(lines).toContain('attempts watchlist.setSaved chromium')

  await page.goto('/on-this-device')
  await page.getByRole('switch', { name: NAME }).click()
  await expect.poll(counted).toBe('""')
})
