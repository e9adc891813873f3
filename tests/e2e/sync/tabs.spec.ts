import type { Page, Request } from '@playwright/test'
import { callAsOtherDevice, dispatchLifecycle, dispatchSync, expect, test } from '../world.ts'
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
  setBackgroundSync,
  type Title,
  userOfThisFile,
} from './user.ts'

/** Reported cases (docs/sync.md#cases) of several tabs and the worker. */

const person = userOfThisFile(7)

/** Resolves with the first of these tabs that sends a save of this title, and the other: either may take the lock first. */
function senderOf(tabs: readonly [Page, Page], title: Title): Promise<{ leader: Page; other: Page }> {
  const isSave = (request: Request) =>
    savesOf(title)({ method: request.method(), url: new URL(request.url()).pathname })
  const [one, two] = tabs
  // The bound is that of the test: Playwright's own is 30 s, which a busy machine may need to open both tabs.
  const sends = (tab: Page) => tab.waitForRequest(isSave, { timeout: 0 })
  return Promise.race([
    sends(one).then(() => ({ leader: one, other: two })),
    sends(two).then(() => ({ leader: two, other: one })),
  ])
}

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
  // The worker must not send in place of the tab that dies.
  await setBackgroundSync(person, 'denied')
  await page.goto('about:blank')
  const tabs = [await context.newPage(), await context.newPage()] as const
  const sender = senderOf(tabs, title)
  await tabs[0].goto('/')
  const held = await saveHeld(tabs[1], world, title, 'answer')
  const { leader, other } = await sender
  const session = await context.newCDPSession(leader)
  const crashed = leader.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await expectSent(other)
  held.release()
  await setBackgroundSync(person, 'granted')
  expect(effects(world, title)).toEqual([true])
  expect(arrivals(world, title).map(({ result }) => result)).toContain('replayed')
})

test('leader frozen mid-send: another tab does not wait for it, and it shows the current state when it wakes', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await setBackgroundSync(person, 'denied')
  await openTitle(page, title)
  const second = await context.newPage()
  const sender = senderOf([page, second], title)
  const held = await saveHeld(second, world, title, 'answer')
  const { leader, other } = await sender
  await dispatchLifecycle(leader, 'freeze')
  await other.bringToFront()
  await expectSent(other)
  await expect(saveButton(other)).toHaveAttribute('aria-pressed', 'true')
  await clickSave(other, false)
  await expectSent(other)
  held.release()
  await dispatchLifecycle(leader, 'resume')
  await setBackgroundSync(person, 'granted')
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
