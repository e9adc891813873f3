import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from './campaign.ts'
import { type House, openHouse } from './house.ts'
import { openStage, type Stage } from './world.ts'

/** So many of an ordinary test run's plans; `npm run test:sync` plays as many as one has time for. */
const RUNS = 150

/**
 * One part of the plans, in a file of its own so that the workers share them. Another part of the seeds each time would be a test
 * that is red on Tuesdays: `npm run test:sync` draws new ones.
 */
export function testPart(seed: number) {
  let house: House
  let stage: Stage
  beforeAll(async () => {
    house = await openHouse('pglite')
    stage = await openStage()
  })
  afterAll(() => house.close())

  test(`whatever people, machines and networks do, every invariant of the sync layer holds (seed ${seed})`, async () => {
    const { failure } = await campaign(stage, house, { runs: RUNS, seed })
    expect(failure, failure).toBeUndefined()
  })
}
