import * as v from 'valibot'
import { expect, test } from 'vitest'
import { eachOnceOf, many, page } from '#contract/shapes.ts'

const Named = v.object({ id: v.number(), name: v.string() })
const twice = [
  { id: 68646, name: 'first' },
  { id: 1, name: 'other' },
  { id: 68646, name: 'second' },
]
const once = twice.slice(0, 2)
const meta = { currentPage: 1, lastPage: 1, perPage: 24, total: 3, from: 1, to: 3 }

test('keeps the first of several items with the same id', () => {
  expect(v.parse(many(Named), { data: twice }).data).toEqual(once)
  expect(v.parse(page(Named), { data: twice, meta }).data).toEqual(once)
  expect(v.parse(eachOnceOf(Named), [...twice, { id: 2 }])).toEqual(once)
})

test('keeps items without an id', () => {
  expect(v.parse(eachOnceOf(v.string()), ['a', 'b', 'a'])).toEqual(['a', 'b'])
  expect(v.parse(many(v.object({ kind: v.string() })), { data: [{ kind: 'a' }, { kind: 'a' }] }).data).toHaveLength(2)
})
