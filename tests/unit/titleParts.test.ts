import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neighbour } from '#features/home/useSlides.ts'
import { likesShown } from '#features/titles/head/LikeButton.tsx'
import { isNew } from '#parts/cards/isNew.ts'
import { GAP, pageNumbers } from '#parts/lists/pageNumbers.ts'
import { genreLink, slugOf, titleLink } from '#parts/navigation/links.ts'
import { pictureAddresses } from '#ui/pictures/pictureAddress.ts'

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

test('offers every width and format of a picture on the API base, best format first', () => {
  const { plain, sets } = pictureAddresses('/media/posters/tt1-1-{width}.{format}', {
    base: 'http://localhost:8787',
    shape: 'poster',
    sizes: '30vw',
  })
  expect(plain).toBe('http://localhost:8787/media/posters/tt1-1-342.webp')
  expect(sets.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(sets[0]?.srcSet).toBe(
    [185, 342, 500, 780].map((width) => `http://localhost:8787/media/posters/tt1-1-${width}.avif ${width}w`).join(', '),
  )
})

test('offers only narrower pictures at half size when data saving is on', () => {
  const { sets, sizes } = pictureAddresses('/p-{width}.{format}', {
    base: '',
    shape: 'backdrop',
    sizes: '(min-width: 675px) 100vw, 640px',
    frugal: true,
  })
  expect(sizes).toBe('(min-width: 675px) calc(100vw / 2), calc(640px / 2)')
  expect(sets[0]?.srcSet).toBe('/p-480.avif 480w, /p-780.avif 780w')
})

test('accepts plain, external and unusual picture addresses', () => {
  const at = (source: string) =>
    pictureAddresses(source, { base: 'https://api.example', shape: 'poster', sizes: '9px' })
  expect(at('https://images.example/a.jpg')).toEqual({
    plain: 'https://images.example/a.jpg',
    sets: [],
    sizes: '9px',
  })
  expect(at('//images.example/a.jpg').plain).toBe('//images.example/a.jpg')
  expect(at('media/a b,c.jpg').plain).toBe('https://api.example/media/a%20b%2Cc.jpg')
  expect(at('/w{width}/a.jpg').sets).toEqual([
    { type: undefined, srcSet: expect.stringMatching(/^https:\/\/api\.example\/w185\/a\.jpg 185w, /) },
  ])
})

test('unescapes the slug in links and tolerates a missing or invalid one', () => {
  expect(titleLink({ id: 7, path: '/titles/7/the-godfather' }).params).toEqual({ id: '7', slug: 'the-godfather' })
  expect(slugOf('/titles/7/%D9%BE%D8%AF%D8%B1')).toBe('پدر')
  expect(slugOf('/titles/7/50%-off')).toBe('50%-off')
  expect(slugOf('/titles/7')).toBe('-')
  expect(genreLink({ id: 3, titleFa: 'علمی تخیلی/فانتزی' }).params.slug).toBe('علمی-تخیلی-فانتزی')
  expect(genreLink({ id: 3, titleFa: 'جنایی', path: '/genres/3/crime' }).params.slug).toBe('crime')
})

test('adds a pending like to the count unless the server has confirmed a newer count', () => {
  expect(likesShown(undefined, 12)).toBe(12)
  expect(likesShown({ liked: true, likes: undefined, pending: true }, 12)).toBe(13)
  expect(likesShown({ liked: true, likes: 40, pending: true }, 12)).toBe(40)
  expect(likesShown({ liked: false, likes: undefined, pending: true }, 12)).toBe(12)
})

test('marks titles of this year and the last as new', () => {
  const now = Date.parse('2026-11-21')
  expect([2026, 2025, 2024, null].map((year) => isNew({ year }, now))).toEqual([true, true, false, false])
})

test('returns to the first slide after the last', () => {
  expect([neighbour(0, 1, 3), neighbour(2, 1, 3), neighbour(0, -1, 3), neighbour(0, 1, 1)]).toEqual([1, 0, 2, 0])
  expect(neighbour(0, 1, 0)).toBe(0)
})
