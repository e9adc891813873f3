import { expect, test } from '../world.ts'
import { arrivals, clickSave, effects, expectSent, openTitle, outboxOf, save, savesOf, userOfThisFile } from './user.ts'

/** Reported cases (docs/sync.md#cases) of connections that look alive and are not. */

const person = userOfThisFile(4)

test('“connected” but stuck for hours: a call without a response times out, is repeated and blocks no other', async ({
  world,
}) => {
  const { page } = person
  const [stuck, other] = [person.unusedTitle(), person.unusedTitle()]
  const held = world.api.hold(savesOf(stuck), 'request')
  await save(page, stuck)
  await held.met
  // In another tab, so that the first call keeps hanging.
  const tab = await person.context.newPage()
  await save(tab, other)
  await expectSent(page)
  expect(effects(world, other)).toEqual([true])
  expect(effects(world, stuck)).toEqual([true])
  expect(arrivals(world, stuck)).toHaveLength(1)
  held.release()
  await tab.close()
})

test('entry dropped while the server is down: refused connections and 502s of a proxy lose nothing', async ({
  world,
}) => {
  const { page } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  let met = 0
  world.api.setFaultRule(({ method }) => {
    if (method === 'OPTIONS') return undefined
    if (method !== 'POST') return 'refuse'
    met += 1
    return met % 2 === 0 ? 'refuse' : (_, response) => void response.writeHead(502).end('<h1>502 Bad Gateway</h1>')
  })
  await clickSave(page, true)
  await expect.poll(() => met).toBeGreaterThanOrEqual(3)
  expect((await outboxOf(page)).map(({ status }) => status)).not.toContain('failed')
  world.api.setFaultRule(undefined)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})
