import { callAsOtherDevice, dispatchSync, expect, test } from '../world.ts'
import {
  arrivals,
  clickSave,
  effects,
  expectSent,
  openTitle,
  save,
  saveButton,
  saveHeld,
  savesOf,
  userOfThisFile,
} from './user.ts'

/** Reported cases (docs/sync.md#cases) of several tabs and the worker. */

const person = userOfThisFile(7)

test('a follower tab never replays: a second tab’s mutation is sent, with the first tab open and without', async ({
  world,
}) => {
  const { page, context } = person
  const [together, alone] = [person.unusedTitle(), person.unusedTitle()]
  await page.goto('/')
  const follower = await context.newPage()
  await save(follower, together)
  await expectSent(follower)
  expect(effects(world, together)).toEqual([true])

  await openTitle(follower, alone)
  world.cut()
  await context.setOffline(true)
  await clickSave(follower, true)
  await page.goto('about:blank')
  world.restore()
  await context.setOffline(false)
  await expectSent(follower)
  expect(effects(world, alone)).toEqual([true])
})

test('leader killed mid-send: the other tab takes over at once, and the mutation takes effect once', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await page.goto('/')
  const leader = await context.newPage()
  const held = await saveHeld(leader, world, title, 'answer')
  const session = await context.newCDPSession(leader)
  const crashed = leader.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await expectSent(page)
  held.release()
  expect(effects(world, title)).toEqual([true])
  expect(arrivals(world, title).map(({ result }) => result)).toContain('replayed')
})

test('leader frozen mid-send: another tab does not wait for it, and it shows the current state when it wakes', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  const leader = await context.newPage()
  const held = await saveHeld(leader, world, title, 'answer')
  const session = await context.newCDPSession(leader)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.bringToFront()
  await expectSent(page)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await clickSave(page, false)
  await expectSent(page)
  held.release()
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(saveButton(leader)).toHaveAttribute('aria-pressed', 'false')
  expect(effects(world, title)).toEqual([true, false])
})

test('live query misses a pull: rows fetched by one tab show in the other without a reload', async ({ world }) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await page.goto('/user/watchlist')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(`main a[href="${title.path}"]`)).toHaveCount(0)
  await callAsOtherDevice(context, world, `/api/user/watchlist/${title.id}`, { saved: true })
  const other = await context.newPage()
  await other.goto('/user/watchlist')
  await expect(other.locator(`main a[href="${title.path}"]`).first()).toBeVisible()
  await expect(page.locator(`main a[href="${title.path}"]`).first()).toBeAttached()
})

test('a dead worker leaves “sending” for ever: the next page sends the entry that a stopped worker was sending', async ({
  world,
}) => {
  const { context } = person
  const title = person.unusedTitle()
  const tab = await context.newPage()
  await openTitle(tab, title)
  world.cut()
  await clickSave(tab, true)
  await person.page.goto('about:blank')
  await tab.goto('about:blank')

  world.restore()
  const held = world.api.hold(savesOf(title), 'request')
  const session = await context.newCDPSession(tab)
  await dispatchSync(session, world.appUrl)
  await held.met
  await session.send('ServiceWorker.stopAllWorkers')
  held.release()

  await tab.goto('/')
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true])
})
