import { expect, test } from 'vitest'
import { neighbour } from '#features/home/hero/useSlides.ts'
import { shownLikes } from '#features/titles/head/LikeButton.tsx'
import { isNew } from '#parts/cards/isNew.ts'

test('adds a pending like to the count unless the server has confirmed a newer count', () => {
  expect(shownLikes(undefined, 12)).toBe(12)
  expect(shownLikes({ liked: true, likes: undefined, pending: true }, 12)).toBe(13)
  expect(shownLikes({ liked: true, likes: 40, pending: true }, 12)).toBe(40)
  expect(shownLikes({ liked: false, likes: undefined, pending: true }, 12)).toBe(12)
})

test('marks titles of this year and the last as new', () => {
  expect([2026, 2025, 2024, null].map((year) => isNew({ year }, 2026))).toEqual([true, true, false, false])
})

test('returns to the first slide after the last', () => {
  expect([neighbour(0, 1, 3), neighbour(2, 1, 3), neighbour(0, -1, 3), neighbour(0, 1, 1)]).toEqual([1, 0, 2, 0])
  expect(neighbour(0, 1, 0)).toBe(0)
})
