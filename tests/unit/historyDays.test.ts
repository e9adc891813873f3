import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayStarts } from '#features/history/days.ts'

const HOUR = 3_600_000
/** Formats a moment in one of several notations, the last of which is invalid. */
const formatted = (ms: number, notation: number) => {
  if (notation === 0) return new Date(ms).toISOString()
  if (notation === 1) return new Date(ms).toISOString().replace('.000Z', 'Z')
  if (notation === 2) return `${new Date(ms + 3.5 * HOUR).toISOString().slice(0, 19)}+0330`
  return 'yesterday'
}

test('starts a new day wherever the date changes, in any notation of the moments', () => {
  const moment = fc.record({ back: fc.nat(40), notation: fc.integer({ min: 0, max: 30 }) })
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 60 }), (steps) => {
      let ms = Date.UTC(2026, 10, 22, 9)
      const moments = steps.map(({ back, notation }) => {
        ms -= back * 0.37 * HOUR
        return { watchedAt: formatted(Math.round(ms / 1000) * 1000, notation > 3 ? 0 : notation) }
      })
      const days = moments.map(({ watchedAt }) => new Date(watchedAt).toDateString())
      const expected = days.flatMap((day, at) =>
        at === 0 || day === 'Invalid Date' || day !== days[at - 1] ? [at] : [],
      )
      expect([...dayStarts(moments)]).toEqual(expected)
    }),
  )
})
