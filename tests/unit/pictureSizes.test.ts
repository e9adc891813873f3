import { expect, test } from 'vitest'
import { alternativeSizes } from '../../sw/pictureSizes.ts'

const at = (name: string) => `https://api.example/media/posters/tt1-1abc-${name}`

test('lists the other sizes of a picture, nearest first', () => {
  const found = alternativeSizes(at('500.avif'))
  expect(found[0]).toBe(at('500.webp'))
  expect(found).toContain(at('342.avif'))
  expect(found.indexOf(at('342.avif'))).toBeLessThan(found.indexOf(at('185.avif')))
  expect(found).not.toContain(at('500.avif'))
})

test('offers no newer format to a request for an older one', () => {
  const found = alternativeSizes(at('342.webp'))
  expect(found).toContain(at('185.webp'))
  expect(found.filter((address) => !address.endsWith('.webp'))).toEqual([])
})

test('returns no other sizes for an address that is not a picture of the catalogue', () => {
  expect(alternativeSizes('https://api.example/media/x')).toEqual([])
})
