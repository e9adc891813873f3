import type { PictureFormat, PictureName } from './pictureSubject.ts'

/** Part of every picture's address: raise it whenever a drawing changes, so that files may be kept for ever. */
export const ART_VERSION = '1'

/** The widths on offer, in pixels, narrowest first. */
export const PICTURE_WIDTHS = {
  poster: [185, 342, 500, 780],
  backdrop: [480, 780, 1280, 1920],
  portrait: [92, 185],
} as const satisfies Record<PictureName, readonly number[]>

/** Best first: what a `<picture>` should offer in this order. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const satisfies readonly PictureFormat[]

/** Width by height of each picture; what is drawn has exactly this shape. */
export const PICTURE_RATIO = { poster: [2, 3], backdrop: [16, 9], portrait: [1, 1] } as const satisfies Record<
  PictureName,
  readonly [number, number]
>

/** Height in whole pixels of a picture of this width. */
export function heightOf(picture: PictureName, width: number): number {
  const [across, down] = PICTURE_RATIO[picture]
  return Math.round((width * down) / across)
}

/** Guards an address: only what is on offer is ever drawn, so nobody can fill the disc with odd sizes. */
export function isOnOffer(picture: PictureName, width: number, format: string): format is PictureFormat {
  const widths: readonly number[] = PICTURE_WIDTHS[picture]
  return widths.includes(width) && PICTURE_FORMATS.some((offered) => offered === format)
}
