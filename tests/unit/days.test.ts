import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningsOf } from '#features/history/days.ts'

const HOUR = 3_600_000
/** In the several ways in which a moment is written, and some that are none. */
const written = (ms: number, way: number) => {
  if (way === 0) return new Date(ms).toISOString()
  if (way === 1) return new Date(ms).toISOString().replace('.000Z', 'Z')
  if (way === 2) return `${new Date(ms + 3.5 * HOUR).toISOString().slice(0, 19)}+0330`
  return 'yesterday'
}

test('a day begins where the one before is of another day, however the moments are written', () => {
  const moment = fc.record({ back: fc.nat(40), way: fc.integer({ min: 0, max: 30 }) })
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 60 }), (steps) => {
      let ms = Date.UTC(2026, 10, 22, 9)
      const moments = steps.map(({ back, way }) => {
        ms -= back * 0.37 * HOUR
        return { watchedAt: written(Math.round(ms / 1000) * 1000, way > 3 ? 0 : way) }
      })
      const days = moments.map(({ watchedAt }) => new Date(watchedAt).toDateString())
      const should = days.flatMap((day, at) => (at === 0 || day === 'Invalid Date' || day !== days[at - 1] ? [at] : []))
      expect([...beginningsOf(moments)]).toEqual(should)
    }),
  )
})
