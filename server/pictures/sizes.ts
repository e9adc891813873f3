import { PICTURE_FORMATS, PICTURES, type PictureShape } from '#contract/pictures.ts'
import type { RenderedFormat } from './subjects.ts'

/** Part of every picture's address. Increase it whenever a drawing changes: addresses are cached for a year. */
export const ART_VERSION = '1'

/** Height in pixels for a width, by the contract's ratio. */
export function heightOf(picture: PictureShape, width: number): number {
  const [across, down] = PICTURES[picture].ratio
  return Math.round((width * down) / across)
}

/** For link previews elsewhere, which support neither AVIF nor WebP and expect about these widths. */
export const SHARED_FORMAT = 'jpeg'
export const SHARED_WIDTHS: Readonly<Partial<Record<PictureShape, number>>> = { backdrop: 1280, portrait: 600 }

/** Whether a width and format are offered: others are not rendered, so requests cannot fill the disk. */
export function isOnOffer(picture: PictureShape, width: number, format: string): format is RenderedFormat {
  if (format === SHARED_FORMAT) return width === SHARED_WIDTHS[picture]
  const widths: readonly number[] = PICTURES[picture].widths
  return widths.includes(width) && PICTURE_FORMATS.some((offered) => offered === format)
}
