import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callAsOtherDevice, expect, NETWORK_ERRORS, register, test, type World, waitForWorker } from './world.ts'

/** Titles saved on another device. */
const SAVED = 60
const READY = '۶۰ از ۶۰ آمادهٔ آفلاین'
const PICTURE = { 'Content-Type': 'image/avif', 'Access-Control-Allow-Origin': '*' }

/** Saves the titles with the most votes on another device. Returns the paths of their pages. */
async function saveElsewhere(page: Page, world: World): Promise<string[]> {
  const call = (path: string, body?: object) => callAsOtherDevice(page.context(), world, path, body)
  const { data } = await call(`/api/titles/search?order_by=votes&per_page=${SAVED}`)
  for (const { id } of data) await call(`/api/user/watchlist/${id}`, { saved: true })
  return data.map(({ path }: { path: string }) => path)
}

test.afterEach(({ world }) => world.api.setFaultRule(undefined))

test('60 titles that were saved on another device open here without a network, with their pictures', async ({
  device,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  // Drawing 120 pictures takes longer than the test.
  const picture = await readFile('tests/bench/lists/poster.avif')
  world.api.setFaultRule(({ url }) =>
    url?.startsWith('/media/') ? (_, response) => response.writeHead(200, PICTURE).end(picture) : undefined,
  )
  const { page, context } = device
  await register(page)
  await waitForWorker(page)
  const paths = await saveElsewhere(page, world)
  expect(paths).toHaveLength(SAVED)
  await page.goto('/user/watchlist')
  await expect(page.getByText(READY)).toBeVisible({ timeout: 90_000 })

  world.cut()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(READY)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.locator('[data-out-of-reach]')).toHaveCount(0)
  /** Opens a page of the running app, as a link does. */
  const open = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
  const linked = new Map<string, string>()
  for (const path of paths) {
    await open(path)
    const shown = () =>
      page.evaluate(() => {
        const [backdrop, poster] = document.querySelectorAll<HTMLImageElement>('main header img')
        const isComplete = [backdrop, poster].every((image) => image?.complete === true && image.naturalWidth > 0)
        const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href') ?? '')
        return { path: location.pathname, isComplete, hasFacts: document.querySelector('main dl') !== null, links }
      })
    await expect.poll(shown, { message: path }).toMatchObject({ path, isComplete: true, hasFacts: true })
    for (const link of (await shown()).links) {
      const [, area = ''] = link.split('/')
      if (!linked.has(area)) linked.set(area, link)
    }
  }
  // People, collections and genres open with the cards of these pages.
  for (const area of ['people', 'collections', 'genres']) {
    const path = linked.get(area) ?? ''
    expect(path, area).not.toBe('')
    await open(path)
    await expect(page).toHaveURL(new RegExp(`/${area}/`))
    await expect(main.locator('article a[href^="/titles/"]').first(), path).toBeVisible()
  }
})
