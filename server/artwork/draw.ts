import sharp, { type Sharp } from 'sharp'
import { composePortrait } from './composePortrait.ts'
import { composeStill } from './composeStill.ts'
import { type Composition, composeBackdrop, composePoster } from './composeTitle.ts'
import { openTypeface } from './font.ts'
import { addGrain } from './grain.ts'
import type { PictureRequest } from './pictureSubject.ts'
import { heightOf } from './widths.ts'

/**
 * Draws one picture and gives the file's bytes. The same request always gives the same bytes. Takes 60 to 150 ms of one
 * core, so a server draws in a worker (studio.ts).
 */
export async function drawPicture(request: PictureRequest): Promise<Uint8Array> {
  const { data, width, height } = await drawPixels(request)
  const encoded = await encode(sharp(data, { raw: { width, height, channels: 3 } }), request).toBuffer()
  return new Uint8Array(encoded)
}

/** The bare pixels, three bytes each, for whoever wants to lay several pictures on one sheet. */
export async function drawPixels({ picture, subject, width }: Omit<PictureRequest, 'format'>) {
  const height = heightOf(picture, width)
  const composition = await compose(picture, subject)
  const { data } = await sharp(Buffer.from(svgOf(composition, width, height)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  addGrain(data, width, height, width / composition.width)
  return { data, width, height }
}

async function compose(picture: PictureRequest['picture'], subject: PictureRequest['subject']): Promise<Composition> {
  const typeface = await openTypeface()
  if (picture === 'portrait' && subject.kind === 'person') return composePortrait(subject)
  if (picture === 'poster' && subject.kind === 'title') return composePoster(subject, typeface)
  if (picture === 'still' && subject.kind === 'still') return composeStill(subject, typeface)
  if (picture === 'backdrop' && subject.kind === 'title') return composeBackdrop(subject, typeface)
  throw new Error(`No ${picture} is drawn of a ${subject.kind}`)
}

function svgOf({ markup, width, height }: Composition, pixelsWide: number, pixelsHigh: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelsWide}" height="${pixelsHigh}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${markup}</svg>`
}

/** Effort 1 halves the time of 2 for files as small; above 500 pixels the eye forgives more than the line does. */
function encode(image: Sharp, { format, width }: PictureRequest): Sharp {
  const small = width <= 500
  if (format === 'avif') return image.avif({ quality: small ? 60 : 50, effort: 1, chromaSubsampling: '4:2:0' })
  if (format === 'jpeg') return image.jpeg({ quality: 82, mozjpeg: true })
  return image.webp({ quality: small ? 78 : 72, effort: 3, smartSubsample: true })
}
