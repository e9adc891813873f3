import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSortedList, mergeSorted } from '#data/search/sortedList.ts'

const byNumber = (one: number, other: number) => one - other
const some = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 900 })
const step = fc.oneof(
  fc.record({ add: some }),
  fc.record({ remove: some }),
  fc.record({ settle: fc.integer({ min: 1, max: 20 }) }),
  fc.constant({ look: true }),
)

test('stays sorted while items are added and removed between sorting steps', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const list = createSortedList(byNumber)
      const model = new Set<number>()
      let settling = list.sortInSteps()[Symbol.iterator]()
      for (const one of steps) {
        const fresh = 'add' in one ? one.add.filter((item) => !model.has(item)) : []
        for (const item of fresh) {
          model.add(item)
          list.add(item)
        }
        if ('remove' in one) for (const item of one.remove.filter((item) => model.delete(item))) list.remove(item)
        if ('settle' in one) {
          for (let piece = 0; piece < one.settle; piece++) if (settling.next().done) break
          if (settling.next().done) settling = list.sortInSteps()[Symbol.iterator]()
        }
        if ('look' in one) expect(list.items()).toEqual([...model].sort(byNumber))
      }
      expect(list.items()).toEqual([...model].sort(byNumber))
      expect(list.partitionPoint((item) => item < 1_000)).toBe([...model].filter((item) => item < 1_000).length)
    }),
  )
})

test('compares a bounded number of items per step and none when done', () => {
  let compared = 0
  const list = createSortedList<number>((one, other) => {
    compared++
    return one - other
  })
  // Every number below 20,011 once, in pseudo-random order.
  for (let nth = 1; nth < 20_011; nth++) list.add((nth * 7_919) % 20_011)
  for (const _ of list.sortInSteps()) {
    expect(compared).toBeLessThan(3_000)
    compared = 0
  }
  compared = 0
  expect(list.items().slice(0, 3)).toEqual([1, 2, 3])
  expect(compared).toBe(0)
  expect(list.items()).toHaveLength(20_010)
})

test('merges two sorted lists into one', () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      const rest = other.filter((item) => !one.includes(item))
      const both = mergeSorted(one.toSorted(byNumber), rest.toSorted(byNumber), byNumber)
      expect(both).toEqual([...one, ...rest].sort(byNumber))
    }),
  )
})
