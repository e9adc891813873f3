import { expect, test, type World } from '#tests/e2e/world.ts'
import {
  arrivals,
  clickSave,
  effects,
  expectSent,
  openTitle,
  outboxOf,
  saveButton,
  savesOf,
  setBackgroundSync,
  type Title,
  userOfThisFile,
} from './user.ts'

/** Pages in the back/forward cache. */

const person = userOfThisFile(4, { hasBackForwardCache: true })

test.beforeAll(async () => {
  // Disables sending from the worker, which would continue after the page is left.
  await setBackgroundSync(person, 'denied')
})

test('a page left mid-send and restored from the back/forward cache sends its outbox by itself, once', async ({
  world,
}) => {
  const { page } = person
  let why: string | null
  let tries = 0
  do {
    const title = person.unusedTitle()
    const held = await leaveMidSend(title, world)
    // Releasing the request before the client has disconnected would deliver it.
    await held.left
    held.release()
    expect(await outboxOf(page)).toHaveLength(1)
    expect(arrivals(world, title)).toEqual([])
    world.api.setFaultRule(undefined)

    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(title.path)
    why = await whyNotRestored()
    await expectSent(page)
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
    expect(effects(world, title)).toEqual([true])
    // A busy browser may evict a page from the back/forward cache without a reason.
  } while (why?.includes('"masked"') && ++tries < 3)
  expect(why).toBeNull()
})

test('a page left mid-send blocks no other tab, and shows the current state after going back', async ({ world }) => {
  const { page, context } = person
  const title = person.unusedTitle()
  const held = await leaveMidSend(title, world)
  world.api.setFaultRule(undefined)
  const other = await context.newPage()
  await other.goto(title.path)
  await expectSent(other)
  await clickSave(other, false)
  await expectSent(other)
  held.release()

  // The browser evicts a cached page that holds a lock which another tab requests.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(title.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  await clickSave(page, true)
  await expectSent(page)
  await expect(saveButton(other)).toHaveAttribute('aria-pressed', 'true')
  expect(effects(world, title)).toEqual([true, false, true])
})

async function leaveMidSend(title: Title, world: World) {
  const { page } = person
  await openTitle(page, title)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  const held = world.api.hold(savesOf(title), 'request')
  await clickSave(page, true)
  await held.met
  // A busy browser may let the page send once more before it is hidden.
  world.api.setFaultRule((request) => (savesOf(title)(request) ? 'refuse' : undefined))
  await page.goto('/icon.svg')
  return held
}

/** The browser's reasons for not restoring the page from the back/forward cache; null where it was restored. */
function whyNotRestored(): Promise<string | null> {
  return person.page.evaluate(() => {
    if ('isTheSame' in window) return null
    return JSON.stringify(performance.getEntriesByType('navigation').map((entry) => entry.toJSON().notRestoredReasons))
  })
}
