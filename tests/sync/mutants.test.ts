import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from './campaign.ts'
import { type House, openHouse } from './house.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { serverWith } from './serverWith.ts'
import { openStage } from './world.ts'

/**
 * The faults that this seed finds soon; how many runs each takes stands in README.md. The others need hundreds of plans and
 * are looked for with `npm run test:sync -- --mutant`.
 */
const SOON = new Set([
  'toggle instead of set',
  'delete before the answer',
  'no key',
  'no fence',
  'rewrite in place',
  'acknowledge without base',
  'blind pull',
  'no lock and no fence',
  'a new key after an unknown outcome',
  'a lease never ends',
  'the cursor is saved before the rows',
])
const RUNS = 40
const SEED = 1

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('the faults that are found soon are faults there are', () => {
  expect(ALL_MUTANTS.filter(({ name }) => SOON.has(name))).toHaveLength(SOON.size)
})

test.each(ALL_MUTANTS.filter(({ name }) => SOON.has(name)))('a fault is found: $name', async ({ patches }) => {
  const inServer = patches.filter(({ file }) => file.startsWith('server/'))
  const stage = await openStage(patches.filter((patch) => !inServer.includes(patch)))
  const faulty = inServer.length === 0 ? house : { ...house, api: await serverWith(inServer, house) }
  const { invariant, failure } = await campaign(stage, faulty, { runs: RUNS, seed: SEED, shrink: false })
  expect(failure, 'nobody noticed').toBeDefined()
  expect(invariant, failure).toMatch(/^I\d+$/)
})
