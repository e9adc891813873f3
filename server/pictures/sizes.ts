import { PICTURE_FORMATS, PICTURES, type PictureShape } from '#contract/pictures.ts'
import type { DrawnFormat } from './subjects.ts'

/** Part of every picture's address: raise it whenever a drawing changes, so that files may be kept for ever. */
export const ART_VERSION = '1'

/** Height in whole pixels of a picture of this width: what is drawn has exactly the contract's shape. */
export function heightOf(picture: PictureShape, width: number): number {
  const [across, down] = PICTURES[picture].ratio
  return Math.round((width * down) / across)
}

/** For those who show a link to a page elsewhere: they read neither AVIF nor WebP, and want it about this wide. */
export const SHARED_FORMAT = 'jpeg'
export const SHARED_WIDTHS: Readonly<Partial<Record<PictureShape, number>>> = { backdrop: 1280, portrait: 600 }

/** Guards an address: only what is on offer is ever drawn, so nobody can fill the disc with odd sizes. */
export function isOnOffer(picture: PictureShape, width: number, format: string): format is DrawnFormat {
  if (format === SHARED_FORMAT) return width === SHARED_WIDTHS[picture]
  const widths: readonly number[] = PICTURES[picture].widths
  return widths.includes(width) && PICTURE_FORMATS.some((offered) => offered === format)
}
