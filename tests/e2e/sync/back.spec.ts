import { expect, test, type World } from '../world.ts'
import {
  allowWorkerToSend,
  arrivals,
  effects,
  expectSent,
  openTitle,
  outboxOf,
  personOfThisFile,
  saveButton,
  savesOf,
  type Title,
  tap,
} from './person.ts'

/** Pages that the browser keeps whole when they are left, and brings back by "back" (the back/forward cache). */

const person = personOfThisFile(4, { keepsPages: true })

test.beforeAll(async () => {
  // What a worker sends does not end with the page.
  await allowWorkerToSend(person, 'denied')
})

test('left mid-send and brought back whole: the page sends what waits by itself, and once', async ({ world }) => {
  const { page } = person
  let why: string | null
  let tries = 0
  do {
    const title = person.aTitle()
    const held = await leaveMidSend(title, world)
    // Let go before its connection had ended, it would go through.
    await held.left
    held.release()
    expect(await outboxOf(page)).toHaveLength(1)
    expect(arrivals(world, title)).toEqual([])

    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(title.path)
    why = await whyNotKept()
    await expectSent(page)
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
    expect(effects(world, title)).toEqual([true])
    // A busy browser may let go of a page for reasons that it keeps to itself.
  } while (why?.includes('"masked"') && ++tries < 3)
  expect(why).toBeNull()
})

test('left mid-send: it is in no other tab’s way, and comes back to the truth', async ({ world }) => {
  const { page, context } = person
  const title = person.aTitle()
  const held = await leaveMidSend(title, world)
  const other = await context.newPage()
  await other.goto(title.path)
  await expectSent(other)
  await tap(other, false)
  await expectSent(other)
  held.release()

  // The browser lets go of a page that keeps a lock which somebody else wants: it is loaded anew.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(title.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  await tap(page, true)
  await expectSent(page)
  await expect(saveButton(other)).toHaveAttribute('aria-pressed', 'true')
  expect(effects(world, title)).toEqual([true, false, true])
})

async function leaveMidSend(title: Title, world: World) {
  const { page } = person
  await openTitle(page, title)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  const held = world.api.hold(savesOf(title), 'request')
  await tap(page, true)
  await held.met
  await page.goto('/icon.svg')
  return held
}

/** Why the browser loaded the page anew instead, in its own words; null where it kept it. */
function whyNotKept(): Promise<string | null> {
  return person.page.evaluate(() => {
    if ('isTheSame' in window) return null
    return JSON.stringify(performance.getEntriesByType('navigation').map((entry) => entry.toJSON().notRestoredReasons))
  })
}
