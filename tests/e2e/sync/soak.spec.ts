import { test } from '@playwright/test'
import { check } from '#tests/soak/check.ts'
import { soak } from '#tests/soak/soak.ts'
import { expect } from '../world.ts'

/** The short form of `npm run soak`: a fixed number of taps of each device. */
const TAPS = 5
const SEED = 1404

test('five devices of three people, two servers and bad weather: nothing is lost, doubled, resurrected or diverged', async () => {
  test.setTimeout(300_000)
  const history = await soak({ seed: SEED, titles: 4, goesOn: (done) => done < TAPS })
  expect(check(history)).toEqual([])
  expect(history.taps.filter(({ kept }) => kept === 'yes').length).toBeGreaterThan(TAPS)
})
