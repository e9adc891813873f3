import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from './campaign.ts'
import { type House, openHouse } from './house.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { serverWith } from './serverWith.ts'
import { openStage } from './world.ts'

/** Every mutant is found within this many runs of the seed; how many each takes stands in README.md. */
const RUNS = 1500
const SEED = 1

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test.each(ALL_MUTANTS)('a fault is found: $name', async ({ patches }) => {
  const inServer = patches.filter(({ file }) => file.startsWith('server/'))
  const stage = await openStage(patches.filter((patch) => !inServer.includes(patch)))
  const faulty = inServer.length === 0 ? house : { ...house, api: await serverWith(inServer, house) }
  const { invariant, failure } = await campaign(stage, faulty, { runs: RUNS, seed: SEED, shrink: false })
  expect(failure, 'nobody noticed').toBeDefined()
  expect(invariant, failure).toMatch(/^I\d+$/)
})
