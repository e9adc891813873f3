import type { ServerResponse } from 'node:http'
import { expect, test } from '../world.ts'
import {
  arrivals,
  clickSave,
  effects,
  expectSent,
  openTitle,
  outboxOf,
  save,
  saveButton,
  saveHeld,
  savesOf,
  setBackgroundSync,
  userOfThisFile,
} from './user.ts'

/** Reported cases (docs/sync.md#cases) of network failures and page loads. */

const person = userOfThisFile(9)

test('queue applied twice at reload: a mutation whose page is reloaded mid-send takes effect once', async ({
  world,
}) => {
  const { page } = person
  const title = person.unusedTitle()
  const held = await saveHeld(page, world, title, 'answer')
  await page.reload()
  held.release()
  await expectSent(page)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  expect(effects(world, title)).toEqual([true])
  expect(new Set(arrivals(world, title).map(({ key }) => key)).size).toBe(1)
})

test('an older response reverts the tap: the response to a superseded mutation changes nothing on the screen', async ({
  world,
}) => {
  const { page } = person
  const title = person.unusedTitle()
  const held = await saveHeld(page, world, title, 'answer')
  await clickSave(page, false)
  const shown = await saveButton(page).evaluateHandle((button) => {
    const seen: (string | null)[] = []
    const look = () => seen.push(button.getAttribute('aria-pressed'))
    new MutationObserver(look).observe(button, { attributes: true })
    return seen
  })
  held.release()
  await expectSent(page)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await shown.evaluate((seen) => seen.filter((pressed) => pressed === 'true'))).toEqual([])
  expect(effects(world, title)).toEqual([true, false])
})

test('an online tap overtakes a waiting one: the last mutation wins, in whichever order they arrive', async ({
  world,
}) => {
  const { page } = person
  const title = person.unusedTitle()
  const late = await saveHeld(page, world, title, 'request')
  await clickSave(page, false)
  await clickSave(page, true)
  await clickSave(page, false)
  late.release()
  await expectSent(page)
  await page.reload()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  expect(effects(world, title).at(-1) ?? false).toBe(false)
  const applied = arrivals(world, title).filter(({ result }) => result === 'applied')
  expect(applied.map(({ seq }) => seq)).toEqual(applied.map(({ seq }) => seq).toSorted((one, other) => one - other))
})

test('duplicate POST after a drop: a request repeated by the browser and the app takes effect once', async ({
  world,
}) => {
  const { page } = person
  const [dropped, doubled] = [person.unusedTitle(), person.unusedTitle()]
  world.api.next(savesOf(dropped), 'drop-answer')
  world.api.next(savesOf(dropped), 'drop-answer')
  await save(page, dropped)
  world.api.next(savesOf(doubled), 'duplicate')
  await save(page, doubled)
  await expectSent(page)
  for (const title of [dropped, doubled]) {
    expect(arrivals(world, title).length).toBeGreaterThan(1)
    expect(new Set(arrivals(world, title).map(({ key }) => key)).size).toBe(1)
    expect(arrivals(world, title).filter(({ result }) => result === 'applied')).toHaveLength(1)
  }
})

test('captive portal’s 200 taken for sent: a foreign response acknowledges nothing', async ({ world }) => {
  const { page } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  let met = 0
  // A permissive portal, so that only the app's check of the response rejects it.
  const portal = (origin: string | undefined, response: ServerResponse) => {
    met += 1
    const open = {
      'Access-Control-Allow-Origin': origin ?? '*',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers':
        'authorization,content-type,x-requested-with,x-xsrf-token,idempotency-key,x-client-id,x-client-seq,x-mutation-age',
      'Content-Type': met % 2 === 0 ? 'application/json' : 'text/html',
    }
    if (met % 3 === 0) response.writeHead(302, { ...open, Location: '/login' }).end()
    else response.writeHead(200, open).end(met % 2 === 0 ? '{"ok":true}' : '<h1>Welcome to our WiFi</h1>')
  }
  world.api.setFaultRule(() => (request, response) => portal(request.headers.origin, response))
  await clickSave(page, true)
  await expect.poll(() => met).toBeGreaterThanOrEqual(4)
  expect(await outboxOf(page)).toHaveLength(1)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  expect(arrivals(world, title)).toEqual([])

  world.api.setFaultRule(undefined)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})

test('abort mid-send marks sent: a page left mid-send keeps the mutation', async ({ world }) => {
  const { page } = person
  const [title, next] = [person.unusedTitle(), person.unusedTitle()]
  // Disables sending from the worker, which would continue after the page is left.
  await setBackgroundSync(person, 'denied')
  const held = await saveHeld(page, world, title, 'request')
  world.api.setFaultRule(({ method }) => (method === 'POST' ? 'refuse' : undefined))
  await page.goto(next.path)
  // Releasing the request before the client has disconnected would deliver it.
  await held.left
  held.release()
  await expect(saveButton(page)).toBeEnabled()
  // Checks both in one step: an entry may be gone because it was delivered.
  expect({ arrived: arrivals(world, title), waiting: (await outboxOf(page)).length }).toEqual({
    arrived: [],
    waiting: 1,
  })

  world.api.setFaultRule(undefined)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
  await page.goto(title.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await setBackgroundSync(person, 'granted')
})

test('N reloads offline double entries; resume hangs after an offline reload: one entry, sent once, by itself', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  world.cut()
  await context.setOffline(true)
  await clickSave(page, true)
  const [entry] = await outboxOf(page)
  for (let reload = 0; reload < 5; reload++) {
    await page.reload()
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
    expect((await outboxOf(page)).map(({ key, seq }) => [key, seq])).toEqual([[entry?.key, entry?.seq]])
  }
  world.restore()
  await context.setOffline(false)
  await expectSent(page)
  expect(arrivals(world, title).map(({ key, result }) => [key, result])).toEqual([[entry?.key, 'applied']])
})
