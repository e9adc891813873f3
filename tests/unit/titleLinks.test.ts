import { expect, test } from 'vitest'
import { genreLink, slugOf, titleLink } from '#parts/navigation/links.ts'

test('unescapes the slug in links and tolerates a missing or invalid one', () => {
  expect(titleLink({ id: 7, path: '/titles/7/the-godfather' }).params).toEqual({ id: '7', slug: 'the-godfather' })
  expect(slugOf('/titles/7/%D9%BE%D8%AF%D8%B1')).toBe('پدر')
  expect(slugOf('/titles/7/50%-off')).toBe('50%-off')
  expect(slugOf('/titles/7')).toBe('-')
  expect(genreLink({ id: 3, titleFa: 'علمی تخیلی/فانتزی' }).params.slug).toBe('علمی-تخیلی-فانتزی')
  expect(genreLink({ id: 3, titleFa: 'جنایی', path: '/genres/3/crime' }).params.slug).toBe('crime')
})
