import { appendFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, startWorld } from '../world.ts'
import { createUser, effects, expectSent, outboxOf, save, saveButton, savesOf } from './user.ts'

/** A new version while the user types (docs/sync.md#invariants, I13). */

const test = base.extend<{ mine: Awaited<ReturnType<typeof startWorld>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
  mine: async ({}, use) => {
    const mine = await startWorld({ ownDist: true })
    await use(mine)
    await mine.stop()
  },
})

test('update reload kills typing or sending: a new version waits while the user types, and every mutation is sent', async ({
  mine,
}) => {
  const person = await createUser(mine, 2)
  const { page } = person
  const title = person.unusedTitle()
  const held = mine.api.hold(savesOf(title), 'request')
  await save(page, title)
  await held.met
  const field = page.locator('main textarea').first()
  await field.fill('آنچه هنوز نوشته می‌شود')

  // One changed byte in the worker's script makes a new version.
  const app = join(mine.dist, 'app')
  for (const name of await readdir(app)) if (/^sw\.js\./.test(name)) await rm(join(app, name))
  await appendFile(join(app, 'sw.js'), '\n// the next version\n')
  const loads = { count: 0 }
  page.on('load', () => {
    loads.count += 1
  })
  const taken = page.evaluate(
    () =>
      new Promise<void>((done) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true })
        void navigator.serviceWorker.getRegistration().then((registration) => registration?.update())
      }),
  )
  const waits = page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.waiting !== null && registration?.waiting !== undefined
  })
  await Promise.race([taken, waits])
  expect(loads.count).toBe(0)
  await expect(field).toHaveValue('آنچه هنوز نوشته می‌شود')
  expect(await outboxOf(page)).toHaveLength(1)

  // The page reloads into the new version once there is no unsaved input.
  await field.fill('')
  await saveButton(page).focus()
  await expect(async () => expect(loads.count, await page.evaluate(describeUpdate)).toBe(1)).toPass()
  held.release()
  await expectSent(page)
  expect(effects(mine, title)).toEqual([true])
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await person.close()
})

/** Describes what an update can wait for. Runs in the page. */
async function describeUpdate(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration()
  const { installing, waiting, active } = registration ?? {}
  return JSON.stringify({
    workers: [installing, waiting, active].map((worker) => worker?.state),
    fields: [...document.querySelectorAll('textarea')].map(({ value }) => value),
    focused: document.activeElement?.outerHTML.slice(0, 100),
    visible: document.visibilityState,
    locks: (await navigator.locks.query()).held?.map(({ name }) => name),
  })
}
