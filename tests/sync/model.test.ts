import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from './campaign.ts'
import { type House, openHouse } from './house.ts'
import { openStage, type Stage } from './world.ts'

/** Another part of the seeds each time would be a test that is red on Tuesdays: `npm run test:sync` draws new ones. */
const PARTS = [101, 102]
const RUNS = 100

let house: House
let stage: Stage
beforeAll(async () => {
  house = await openHouse()
  stage = await openStage()
})
afterAll(() => house.close())

test.each(PARTS)(
  'whatever people, machines and networks do, every invariant of the sync layer holds (seed %i)',
  async (seed) => {
    const { failure } = await campaign(stage, house, { runs: RUNS, seed })
    expect(failure, failure).toBeUndefined()
  },
)
