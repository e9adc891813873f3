import type { Page } from '@playwright/test'
import type { Exchange } from '#tests/harness/network/relay.ts'
import { openTitles, saveButton } from './sync/user.ts'
import { dispatchSync, expect, register, test, type World, waitForIdle, waitForWorker } from './world.ts'

const like = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^پسندیدن/ })
    .first()

/** The changes on the server, from the relay's exchanges. Mutations without effect are left out. */
function effects(world: World, since: number): string[] {
  const state = new Map<string, boolean>()
  return world.api.exchanges
    .slice(since)
    .filter(({ method, status }) => method === 'POST' && status === 200)
    .flatMap(sentWith)
    .filter(({ path, reply }) => MUTATION_PATH.test(path) && reply?.result === 'applied')
    .toSorted((one, other) => (one.reply?.data?.version ?? 0) - (other.reply?.data?.version ?? 0))
    .map(({ path, body }) => ({ entity: path.slice('/api/user/'.length), body }))
    .filter(({ entity, body }) => {
      const isOn = Object.values(body ?? {})[0] === true
      const before = state.get(entity) ?? false
      state.set(entity, isOn)
      return before !== isOn
    })
    .map(({ entity, body }) => `${entity} ${JSON.stringify(body)}`)
    .toSorted()
}

interface SentMutation {
  path: string
  body: Record<string, unknown>
  reply: { result?: string; data?: { version?: number } } | undefined
}

/** The mutations of an exchange: a single one or those of a batch. */
function sentWith({ path, requestBody, replyBody }: Exchange): SentMutation[] {
  if (MUTATION_PATH.test(path)) return [{ path, body: JSON.parse(requestBody), reply: JSON.parse(replyBody) }]
  if (path !== '/api/user/mutations') return []
  const { mutations } = JSON.parse(requestBody) as { mutations: Pick<SentMutation, 'path' | 'body'>[] }
  const { data } = JSON.parse(replyBody) as { data: { body?: SentMutation['reply'] }[] }
  return mutations.map(({ path, body }, at) => ({ path, body, reply: data[at]?.body }))
}
const MUTATION_PATH = /^\/api\/user\/(watchlist|like)\//

const idOf = (path: string) => path.split('/')[2]

async function tapThrough(page: Page, paths: string[]) {
  for (const path of paths.slice(0, 3)) {
    await page.goto(path)
    await saveButton(page).click()
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  }
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  await page.goto(paths[3] ?? '')
  await like(page).click()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
}

async function expectPending(page: Page, paths: string[]) {
  await page.goto('/user/watchlist')
  for (const path of paths.slice(0, 2)) await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible()
  await expect(page.locator(`main a[href="${paths[2]}"]`)).toHaveCount(0)
  await expect(page.getByText('در انتظار ارسال').or(page.getByLabel('در انتظار ارسال')).first()).toBeAttached()
  await page.goto(paths[3] ?? '')
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
}

async function expectSent(page: Page, world: World, paths: string[], since: number) {
  await page.goto('/user/watchlist')
  await expect(page.locator(`main a[href="${paths[0]}"]`).first()).toBeVisible()
  await expect(page.getByLabel('در انتظار ارسال').or(page.getByText('در انتظار ارسال'))).toHaveCount(0)
  const [first, second, , fourth] = paths.map(idOf)
  await expect
    .poll(() => effects(world, since))
    .toEqual(
      [
        `watchlist/${first} {"saved":true}`,
        `watchlist/${second} {"saved":true}`,
        `like/${fourth} {"liked":true}`,
      ].toSorted(),
    )
}

test('mutations made offline survive a reload and a killed browser, and reach the server once', async ({
  device,
  world,
}) => {
  let { page } = device
  await register(page)
  await waitForWorker(page)
  const paths = (await openTitles(page, 4)).map(({ path }) => path)
  const since = world.api.exchanges.length

  world.cut()
  await tapThrough(page, paths)
  await page.reload()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
  await expectPending(page, paths)

  await device.kill()
  page = await device.restart()
  await expectPending(page, paths)

  world.restore()
  await page.goto('/user/watchlist')
  await expectSent(page, world, paths, since)
})

test('the worker sends the outbox after the tab is closed', async ({ device, world }) => {
  const { page, context } = device
  await register(page)
  await waitForWorker(page)
  const paths = (await openTitles(page, 4)).map(({ path }) => path)
  const since = world.api.exchanges.length
  world.cut()
  await tapThrough(page, paths)
  const blank = await context.newPage()
  await page.close()

  world.restore()
  await dispatchSync(await context.newCDPSession(blank), world.appUrl)
  await expect.poll(() => effects(world, since).length).toBe(3)
  await expectSent(blank, world, paths, since)
})

test('visited pages open after an offline restart, and an unvisited page says that it is not stored', async ({
  device,
  world,
}) => {
  let { page } = device
  await page.goto('/')
  await waitForWorker(page)
  await page.reload()
  const cards = page.locator('main a[href^="/titles/"]')
  await expect(cards.nth(8)).toBeVisible()
  const paths = await cards.evaluateAll((anchors) => [
    ...new Set(anchors.map((anchor) => anchor.getAttribute('href') ?? '')),
  ])
  const [seen, neverSeen] = [paths.at(-1) ?? '', paths.at(-2) ?? '']
  await page.goto(seen)
  await waitForIdle(page)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).not.toHaveText('در حال بارگذاری')
  const heading = await title.textContent()

  world.cut()
  await device.kill()
  page = await device.restart()
  await page.goto(seen)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  await page.goto('/')
  await expect(page.locator('main a[href^="/titles/"]').nth(8)).toBeVisible()
  await page.goto(neverSeen)
  await expect(page.getByText('این صفحه هنوز روی دستگاه شما ذخیره نشده است')).toBeVisible()
})

test('a mutation takes effect once when its response is lost', async ({ device, world }) => {
  const { page } = device
  await register(page)
  const [path] = (await openTitles(page, 4)).map(({ path }) => path)
  const since = world.api.exchanges.length
  world.api.next(({ method, url }) => method === 'POST' && (url ?? '').includes('/watchlist/'), 'drop-answer')
  await page.goto(path ?? '')
  await saveButton(page).click()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(
      () =>
        world.api.exchanges.slice(since).filter(({ method, path }) => method === 'POST' && path.includes('/watchlist/'))
          .length,
    )
    .toBeGreaterThanOrEqual(2)
  expect(effects(world, since)).toEqual([`watchlist/${idOf(path ?? '')} {"saved":true}`])
  await page.goto('/user/watchlist')
  await expect(page.getByLabel('در انتظار ارسال').or(page.getByText('در انتظار ارسال'))).toHaveCount(0)
})
