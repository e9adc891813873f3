import { expect, test } from 'vitest'
import { pictureAddresses } from '#ui/pictures/pictureAddress.ts'

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
