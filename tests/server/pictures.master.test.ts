import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { FILE_MAX, makeMaster, pictureHash, UnusablePicture } from '#server/pictures/masterPicture.ts'
import { pictureFile, pngBomb, SVG, turnedPhoto } from '#tests/harness/fixtures/operatorPictures.ts'

/** The colour of a pixel, `#rrggbb`, rounded to the nearest of 16 levels per channel: compression changes a little. */
async function pixelAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel].map((value) => Math.round(value / 17))
}

describe('a stored picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'is made of a %s file, as WebP of the largest size that is served',
    async (format) => {
      const master = await makeMaster(await pictureFile({ width: 2000, height: 3000, format }), 'poster')
      const { format: stored, width, height } = await sharp(master.content).metadata()
      expect({ stored, width, height }).toEqual({ stored: 'webp', width: 780, height: 1170 })
      expect(master).toMatchObject({ width: 780, height: 1170 })
    },
  )

  test.each([
    ['poster', 3000, 1000, 666, 999],
    ['backdrop', 4000, 4000, 1920, 1080],
    ['still', 640, 360, 640, 360],
    ['portrait', 2000, 900, 600, 600],
    ['portrait', 50, 40, 40, 40],
    ['poster', 1, 1, 1, 2],
  ] as const)(
    'of a %s of %i × %i px has the ratio of its shape and is not enlarged',
    async (shape, width, height, ...stored) => {
      const master = await makeMaster(await pictureFile({ width, height, format: 'png' }), shape)
      expect([master.width, master.height]).toEqual(stored)
    },
  )

  test('has the dominant colour of the file', async () => {
    const { color } = await makeMaster(await pictureFile({ color: '#c02040', format: 'png' }), 'poster')
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    expect(Math.abs(red - 0xc0) + Math.abs(green - 0x20) + Math.abs(blue - 0x40)).toBeLessThan(40)
  })

  test('is turned as its camera noted, and has no note, owner or place any more', async () => {
    const photo = await turnedPhoto()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('SECRET OWNER')
    const { content, width, height } = await makeMaster(photo, 'poster')
    const { exif, icc, xmp, iptc, orientation } = await sharp(content).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(Buffer.from(content).toString('latin1')).not.toContain('SECRET OWNER')
    // Orientation 6 is a quarter turn clockwise: the top of the file is at the right.
    expect([width, height]).toEqual([780, 1170])
    expect(await pixelAt(content, 775, 600)).toEqual([15, 15, 15])
    expect(await pixelAt(content, 300, 5)).toEqual([3, 6, 9])
  })

  test('has the same hash for the same file and shape alone', async () => {
    const [file, other] = [await pictureFile(), await pictureFile({ color: '#336698' })]
    expect(pictureHash(file, 'poster')).toMatch(/^[0-9a-f]{32}$/)
    expect(pictureHash(Buffer.from(file), 'poster')).toBe(pictureHash(file, 'poster'))
    expect(pictureHash(file, 'backdrop')).not.toBe(pictureHash(file, 'poster'))
    expect(pictureHash(other, 'poster')).not.toBe(pictureHash(file, 'poster'))
  })

  const noPicture = /^is no JPEG, PNG, WebP or AVIF file$/
  test.each([
    ['an SVG', async () => SVG, noPicture],
    ['an SVG behind a byte order mark', async () => Buffer.concat([Buffer.from('\ufeff'), SVG]), noPicture],
    [
      'a GIF',
      async () =>
        sharp(await pictureFile())
          .gif()
          .toBuffer(),
      noPicture,
    ],
    [
      'a TIFF',
      async () =>
        sharp(await pictureFile())
          .tiff()
          .toBuffer(),
      noPicture,
    ],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), noPicture],
    ['an empty file', async () => Buffer.alloc(0), noPicture],
    ['a page that a download got instead', async () => Buffer.from('<!doctype html><title>404</title>'), noPicture],
    ['a HEIC photo', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), noPicture],
    [
      'a PNG that declares 2,500 million pixels',
      async () => pngBomb(),
      /^has 50000 × 50000 pixels, more than 64 million$/,
    ],
    [
      'a picture of 65 million pixels',
      () => pictureFile({ width: 13_000, height: 5_000, format: 'png' }),
      /^has 13000 × 5000 pixels/,
    ],
    ['a file of more than 32 MB', async () => Buffer.alloc(FILE_MAX + 1), /^is larger than 32 MB$/],
    ['the first bytes of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /^is damaged \(/],
    ['a JPEG with an SVG in it', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), SVG]), /^is damaged \(/],
  ])('is not made of %s', async (_, file, reason) => {
    const failure = await makeMaster(await file(), 'poster').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UnusablePicture)
    expect(String(Reflect.get(Object(failure), 'message'))).toMatch(reason)
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is not made of a truncated %s', async (format) => {
    const noise = {
      create: {
        width: 600,
        height: 900,
        channels: 3 as const,
        noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
        background: '#000',
      },
    }
    const file = await sharp(noise)[format]().toBuffer()
    await expect(makeMaster(file, 'poster')).resolves.toMatchObject({ width: 600 })
    for (const share of [0.3, 0.6, 0.95]) {
      await expect(makeMaster(file.subarray(0, file.length * share), 'poster'), `${share}`).rejects.toThrow(
        /^is damaged \(/,
      )
    }
  })
})
