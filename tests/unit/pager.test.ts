import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GAP, pageNumbers } from '#parts/lists/pageNumbers.ts'

test('shows the first page, the last page and the neighbours of the current page', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(1, 12)).toEqual([1, 2, GAP, 12])
  expect(pageNumbers(6, 12)).toEqual([1, GAP, 5, 6, 7, GAP, 12])
  expect(pageNumbers(4, 12)).toEqual([1, 2, 3, 4, 5, GAP, 12])
  expect(pageNumbers(12, 12)).toEqual([1, GAP, 11, 12])
})

test('shows at most seven items, each of them an existing page or a gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (current, last) => {
      const pages = pageNumbers(Math.min(current, last), last)
      expect(pages.length).toBeLessThanOrEqual(7)
      for (const page of pages) if (page !== GAP) expect(page >= 1 && page <= last).toBe(true)
      expect(pages).toContain(Math.min(current, last))
    }),
  )
})
