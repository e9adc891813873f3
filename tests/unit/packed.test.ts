import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Packed } from '#data/packed.ts'

test('whatever JSON can say comes back as it was put in, among thousands and longer than a page', () => {
  const record = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ noUnicodeString: false }))
  const kept: [object, Packed<object>][] = []
  fc.assert(
    fc.property(record, (value) => {
      const plain = JSON.parse(JSON.stringify(value))
      kept.push([plain, Packed.of(plain)])
    }),
    { numRuns: 300 },
  )
  const long = { name: 'پرده'.repeat(20_000), rest: null }
  kept.push([long, Packed.of(long)])
  kept.push([{ after: 1 }, Packed.of({ after: 1, unknown: undefined })])
  for (const [value, one] of kept) expect(one.read()).toEqual(value)
  for (const [value, one] of kept.toReversed()) expect(one.read()).toEqual(value)
})
