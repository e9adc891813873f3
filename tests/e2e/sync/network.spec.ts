import type { ServerResponse } from 'node:http'
import { expect, test } from '../world.ts'
import {
  allowWorkerToSend,
  arrivals,
  effects,
  expectSent,
  openTitle,
  outboxOf,
  personOfThisFile,
  save,
  saveButton,
  savesOf,
  tap,
} from './person.ts'

/** Cases reported against the peers in which the network and the page fail each other (sync page). */

const person = personOfThisFile(9)

test('queue applied twice at reload: a page reloaded while its change is under way leaves one effect', async ({
  world,
}) => {
  const { page } = person
  const title = person.aTitle()
  const held = world.api.hold(savesOf(title), 'answer')
  await save(page, title)
  await held.met
  await page.reload()
  held.release()
  await expectSent(page)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  expect(effects(world, title)).toEqual([true])
  expect(new Set(arrivals(world, title).map(({ key }) => key)).size).toBe(1)
})

test('an older response reverts the tap: the answer to an overtaken tap changes nothing on the screen', async ({
  world,
}) => {
  const { page } = person
  const title = person.aTitle()
  const held = world.api.hold(savesOf(title), 'answer')
  await save(page, title)
  await held.met
  await tap(page, false)
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

test('an online tap overtakes a waiting one: the last tap wins, in whichever order they arrive', async ({ world }) => {
  const { page } = person
  const title = person.aTitle()
  const late = world.api.hold(savesOf(title), 'request')
  await save(page, title)
  await late.met
  await tap(page, false)
  await tap(page, true)
  await tap(page, false)
  late.release()
  await expectSent(page)
  await page.reload()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  expect(effects(world, title).at(-1) ?? false).toBe(false)
  const applied = arrivals(world, title).filter(({ result }) => result === 'applied')
  expect(applied.map(({ seq }) => seq)).toEqual(applied.map(({ seq }) => seq).toSorted((one, other) => one - other))
})

test('duplicate POST after a drop: whatever the browser and we send again has one effect', async ({ world }) => {
  const { page } = person
  const [dropped, doubled] = [person.aTitle(), person.aTitle()]
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

test('captive portal’s 200 taken for sent: what is not our server’s answer acknowledges nothing', async ({ world }) => {
  const { page } = person
  const title = person.aTitle()
  await openTitle(page, title)
  let met = 0
  // As permissive as a portal can be, so that nothing but our own look at the answer stands between.
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
  world.api.weather(() => (request, response) => portal(request.headers.origin, response))
  await tap(page, true)
  await expect.poll(() => met, { timeout: 20_000 }).toBeGreaterThanOrEqual(4)
  expect(await outboxOf(page)).toHaveLength(1)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  expect(arrivals(world, title)).toEqual([])

  world.api.weather(undefined)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})

test('abort mid-send marks sent: a page left while its change is on the way keeps the change', async ({ world }) => {
  const { page } = person
  const [title, next] = [person.aTitle(), person.aTitle()]
  // A worker's sending is not left with the page.
  await allowWorkerToSend(person, 'denied')
  const held = world.api.hold(savesOf(title), 'request')
  await save(page, title)
  await held.met
  world.api.weather(({ method }) => (method === 'POST' ? 'refuse' : undefined))
  await page.goto(next.path)
  // Let go before its connection had ended, it would go through.
  await held.left
  held.release()
  await expect(saveButton(page)).toBeEnabled()
  // Both at once: of one that is not there any more it matters whether it had gone through.
  expect({ arrived: arrivals(world, title), waiting: (await outboxOf(page)).length }).toEqual({
    arrived: [],
    waiting: 1,
  })

  world.api.weather(undefined)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
  await page.goto(title.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await allowWorkerToSend(person, 'granted')
})

test('N reloads offline double entries; resume hangs after an offline reload: one entry, sent once, by itself', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.aTitle()
  await openTitle(page, title)
  world.cut()
  await context.setOffline(true)
  await tap(page, true)
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
