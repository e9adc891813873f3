import { expect, test } from 'vitest'
import { otherSizes } from '../../sw/pictureSizes.ts'

const at = (name: string) => `https://api.example/media/posters/tt1-1abc-${name}`

test('a picture that is not here in one size is looked for in the others, nearest first', () => {
  const found = otherSizes(at('500.avif'))
  expect(found[0]).toBe(at('500.webp'))
  expect(found).toContain(at('342.avif'))
  expect(found.indexOf(at('342.avif'))).toBeLessThan(found.indexOf(at('185.avif')))
  expect(found).not.toContain(at('500.avif'))
})

test('who asks for the older format is given no newer one', () => {
  expect(otherSizes(at('342.webp')).every((address) => address.endsWith('.webp'))).toBe(true)
})

test('an address that is no picture of ours has no other sizes', () => {
  expect(otherSizes('https://api.example/media/x')).toEqual([])
})
