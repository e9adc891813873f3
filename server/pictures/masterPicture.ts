import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURES, type PictureShape } from '#contract/pictures.ts'
import { heightOf, SHARED_WIDTHS } from './sizes.ts'

/** Largest file, in bytes: ten times a poster in print quality. */
export const FILE_MAX = 32 * 1024 ** 2
/** Largest picture, in pixels (8000 × 8000). Decoded it takes about 250 MB. */
const PIXELS_MAX = 64_000_000
/** Longest time for one picture, in seconds: a hostile file must not keep a thread. */
const SECONDS_MAX = 60
/** Part of every hash. Increase it when pictures are stored in another form: the same files are then stored again. */
const FORM = 1
/** The dominant colour is that of a copy of this size, in px: a large picture has as many colours. */
const SAMPLE = 64

/** Why a file cannot be used as a picture, in one line. */
export class UnusablePicture extends Error {}

/** A picture as it is stored: WebP, without metadata, cropped to its shape, never enlarged. */
export interface MasterPicture {
  content: Uint8Array
  width: number
  height: number
  /** the dominant colour, `#rrggbb` */
  color: string
}

/** Names a file of the operator's as a picture of this shape: 32 hex digits, equal on every machine. */
export function pictureHash(file: Uint8Array, shape: PictureShape): string {
  return createHash('sha256').update(`${FORM} ${shape}\n`).update(file).digest('hex').slice(0, 32)
}

/**
 * Makes the stored picture of a file, at most as large as the largest size that is served. Throws `UnusablePicture` for
 * anything but a whole JPEG, PNG, WebP or AVIF file within the limits.
 */
export async function makeMaster(file: Uint8Array, shape: PictureShape): Promise<MasterPicture> {
  if (file.length > FILE_MAX) throw tooLarge()
  // Before libvips sees the file: it would choose a decoder for SVG, PDF and others by itself.
  if (!isPictureFile(file)) throw new UnusablePicture('is no JPEG, PNG, WebP or AVIF file')
  const { autoOrient } = await decoded(() => sharp(file, { limitInputPixels: false }).metadata())
  if (autoOrient.width * autoOrient.height > PIXELS_MAX) {
    throw new UnusablePicture(
      `has ${autoOrient.width} × ${autoOrient.height} pixels, more than ${PIXELS_MAX / 1_000_000} million`,
    )
  }
  const { width, height } = storedSize(autoOrient, shape)
  const { data: content, info } = await decoded(() =>
    sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(width, height, { fit: 'cover' })
      // `smartSubsample` takes three times as long, for edges that the served sizes lose again.
      .webp({ quality: 90, effort: 2 })
      .toBuffer({ resolveWithObject: true }),
  )
  return { content, width: info.width, height: info.height, color: await dominantColor(content) }
}

/** Why a file is too large to be read. */
export function tooLarge(): UnusablePicture {
  return new UnusablePicture(`is larger than ${FILE_MAX / 1024 ** 2} MB`)
}

/** The largest size of the shape's ratio within the picture and within what is served. */
function storedSize(
  picture: { width: number; height: number },
  shape: PictureShape,
): { width: number; height: number } {
  const [across, down] = PICTURES[shape].ratio
  const widest = Math.max(...PICTURES[shape].widths, SHARED_WIDTHS[shape] ?? 0)
  const width = Math.max(1, Math.floor(Math.min(widest, picture.width, (picture.height * across) / down)))
  return { width, height: Math.max(1, heightOf(shape, width)) }
}

/** Whether a file begins as JPEG, PNG, WebP or AVIF. */
function isPictureFile(file: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(file.subarray(from, to)).toString('latin1')
  if (text(0, 3) === '\xff\xd8\xff' || text(0, 8) === '\x89PNG\r\n\x1a\n') return true
  return (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') || ['ftypavif', 'ftypavis'].includes(text(4, 12))
}

/** Runs a step of libvips, whose errors are all about the file. */
async function decoded<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new UnusablePicture(`is damaged (${error.message.split('\n', 1)[0]})`, { cause: error })
  }
}

async function dominantColor(picture: Uint8Array): Promise<string> {
  const sample = await sharp(picture).resize(SAMPLE, SAMPLE, { fit: 'inside' }).png().toBuffer()
  const { r, g, b } = (await sharp(sample).stats()).dominant
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
