import { expect, test, vi } from 'vitest'
import { RecordPages } from '#data/lists/recordPages.ts'

test('reads back any JSON value, in large numbers and across pages', () => {
  const values: object[] = [
    {},
    { '': 1 },
    { name: 'پدرخوانده \u200c😀 \u0000"\\', year: null, rating: 9.2, genres: [{ id: 1, titleFa: 'درام' }] },
    { name: 'پرده'.repeat(20_000), rest: false },
    ...Array.from({ length: 2_000 }, (_, at) => ({ [at % 2 ? 'odd' : 'even']: at, text: 'ژ'.repeat(at % 97) })),
  ]
  const pages = new RecordPages()
  const packed = values.map((value) => pages.pack(value))
  expect(packed.map((packed) => packed.read())).toEqual(values)
  expect(packed.toReversed().map((packed) => packed.read())).toEqual(values.toReversed())
  expect(pages.pack({ known: 1, unknown: undefined }).read()).toEqual({ known: 1 })
})

test('reads the same value before, during and after lazy packing', () => {
  vi.useFakeTimers()
  const values = Array.from({ length: 350 }, (_, at) => ({ at, text: 'ژ'.repeat(at % 7) }))
  const pages = new RecordPages()
  const packed = values.map((value) => pages.packLater(value))
  for (let turn = 0; turn < 5; turn++) {
    expect(packed.map((packed) => packed.read())).toEqual(values)
    vi.advanceTimersToNextTimer()
  }
  expect(packed[349]?.read()).not.toBe(values[349])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
