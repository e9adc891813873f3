import { existsSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { PictureShape } from '#contract/pictures.ts'
import { heightOf } from './sizes.ts'
import type { PictureRequest } from './subjects.ts'

const FOLDERS: Readonly<Record<PictureShape, string>> = {
  poster: 'posters',
  backdrop: 'backdrops',
  still: 'stills',
  portrait: 'portraits',
}
const ORIGINAL = /^(.+)\.(?:jpe?g|png|webp|avif)$/i

/** A picture file that the operator provides, in any size. */
interface Original {
  path: string
  /** Changes when the file is replaced. */
  revision: string
}

/** The operator's picture files: `posters/tt0068646.jpg`, `stills/tt0068646_1.png`, `portraits/p1234.webp`. */
export interface OwnPictures {
  /** The file for a picture, or undefined when the operator provides none. */
  find(request: Pick<PictureRequest, 'picture' | 'subject'>): Promise<Original | undefined>
  /** Number of a title's stills, numbered from 1 without a gap. */
  stillsOf(key: string): number
}

/** Lists the folder once, when the server starts; a missing folder provides no pictures. */
export function openOwnPictures(folder: string): OwnPictures {
  const files = new Map<string, string>()
  for (const shape of Object.values(FOLDERS)) {
    const inside = join(folder, shape)
    if (!existsSync(inside)) continue
    for (const name of readdirSync(inside)) {
      const key = ORIGINAL.exec(name)?.[1]
      if (key !== undefined) files.set(`${shape}/${key}`, join(inside, name))
    }
  }
  return {
    async find({ picture, subject }) {
      const path = files.get(`${FOLDERS[picture]}/${subject.key}`)
      if (path === undefined) return undefined
      const { mtimeMs, size } = await stat(path)
      return { path, revision: `${mtimeMs}-${size}` }
    },
    stillsOf(key) {
      let count = 0
      while (files.has(`${FOLDERS.still}/${key}_${count + 1}`)) count++
      return count
    },
  }
}

/** Crops an original, of a path or its bytes, to the picture's shape and encodes it at the requested width. */
export async function resizeOriginal(original: string | Uint8Array, request: PictureRequest): Promise<Uint8Array> {
  const { picture, width } = request
  const resized = sharp(original).rotate().resize(width, heightOf(picture, width), { fit: 'cover' })
  return new Uint8Array(await encodePicture(resized, request).toBuffer())
}

/** Encodes an image. AVIF effort 1 takes half the time of effort 2 for files as small. */
export function encodePicture(image: Sharp, { format, width }: Pick<PictureRequest, 'format' | 'width'>): Sharp {
  const isSmall = width <= 500
  if (format === 'avif') return image.avif({ quality: isSmall ? 60 : 50, effort: 1, chromaSubsampling: '4:2:0' })
  if (format === 'jpeg') return image.jpeg({ quality: 82, mozjpeg: true })
  return image.webp({ quality: isSmall ? 78 : 72, effort: 3, smartSubsample: true })
}
