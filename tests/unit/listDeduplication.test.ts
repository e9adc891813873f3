import * as v from 'valibot'
import { expect, test } from 'vitest'
import { eachOnceOf, many, page } from '#contract/shapes.ts'

const Named = v.object({ id: v.number(), name: v.string() })
const duplicated = [
  { id: 68646, name: 'first' },
  { id: 1, name: 'other' },
  { id: 68646, name: 'second' },
]
const unique = duplicated.slice(0, 2)
const meta = { currentPage: 1, lastPage: 1, perPage: 24, total: 3, from: 1, to: 3 }

test('keeps the first of several items with the same id', () => {
  expect(v.parse(many(Named), { data: duplicated }).data).toEqual(unique)
  expect(v.parse(page(Named), { data: duplicated, meta }).data).toEqual(unique)
  expect(v.parse(eachOnceOf(Named), [...duplicated, { id: 2 }])).toEqual(unique)
})

test('keeps items without an id', () => {
  expect(v.parse(eachOnceOf(v.string()), ['a', 'b', 'a'])).toEqual(['a', 'b'])
  expect(v.parse(many(v.object({ kind: v.string() })), { data: [{ kind: 'a' }, { kind: 'a' }] }).data).toHaveLength(2)
})
