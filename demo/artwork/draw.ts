import sharp from 'sharp'
import { encodePicture } from '#server/pictures/ownPictures.ts'
import { heightOf } from '#server/pictures/sizes.ts'
import type { PictureRequest } from '#server/pictures/subjects.ts'
import { composePortrait } from './composePortrait.ts'
import { composeStill } from './composeStill.ts'
import { type Composition, composeBackdrop, composePoster } from './composeTitle.ts'
import { openTypeface } from './font.ts'
import { addGrain } from './grain.ts'

/**
 * Draws a picture and returns the file's bytes, equal for equal requests. Takes 60 to 150 ms of one core, so the server
 * draws in a worker (`drawingQueue.ts`).
 */
export async function drawPicture(request: PictureRequest): Promise<Uint8Array> {
  const { data, width, height } = await drawPixels(request)
  const encoded = await encodePicture(sharp(data, { raw: { width, height, channels: 3 } }), request).toBuffer()
  return new Uint8Array(encoded)
}

/** The raw pixels, three bytes each, for combining pictures on one sheet. */
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
