import { test } from '@playwright/test'
import { check } from '#tests/soak/check.ts'
import { soak } from '#tests/soak/soak.ts'
import { expect } from '../world.ts'

/** A short soak (`npm run soak`) with a fixed number of actions per device. */
const TAPS = 3
const SEED = 1404

test('five devices of three users on two servers and a faulty network lose, duplicate, resurrect and diverge nothing', async () => {
  // 4.4 minutes on two cores at a load of 28.
  test.setTimeout(900_000)
  const history = await soak({ seed: SEED, titles: 4, shouldContinue: (done) => done < TAPS })
  expect(check(history)).toEqual([])
  expect(history.actions.filter(({ stored }) => stored === 'yes').length).toBeGreaterThan(TAPS)
})
