import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './foundBy.ts'
import { type House, openHouse } from './house.ts'
import { Broken } from './ledger.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { play } from './play.ts'
import { openStage, plantedStage } from './world.ts'

/**
 * The suite is itself proven: each planted fault is found, by the one plan that a search for it came down to
 * (`npm run test:sync -- --mutant all --runs 1500 --keep`), or that was made by hand for it; which, and how many plans
 * each search took, stands in README.md.
 */
const FOUND = findings()

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('each fault has a plan that finds it', () => {
  expect(Object.keys(FOUND).toSorted()).toEqual(ALL_MUTANTS.map(({ name }) => name).toSorted())
})

test('without a fault each of these plans comes to its end', async () => {
  const stage = await openStage()
  for (const { plan } of Object.values(FOUND)) await play(stage, house, plan)
})

test.each(ALL_MUTANTS)('a fault is found: $name', async ({ name, patches }) => {
  const { plan } = FOUND[name] ?? {}
  if (!plan) throw new Error(`no plan finds ${name}`)
  const { stage, faulty } = await plantedStage(patches, house)
  await expect(play(stage, faulty, plan)).rejects.toThrow(Broken)
})
