/** Each picture shape: the offered widths in px, narrowest first, and its aspect ratio (width by height). */
export const PICTURES = {
  poster: { widths: [185, 342, 500, 780], ratio: [2, 3] },
  backdrop: { widths: [480, 780, 1280, 1920], ratio: [16, 9] },
  still: { widths: [320, 640, 1280, 1920], ratio: [16, 9] },
  portrait: { widths: [92, 185], ratio: [1, 1] },
} as const satisfies Record<string, { widths: readonly number[]; ratio: readonly [number, number] }>
export type PictureShape = keyof typeof PICTURES

/** Preferred first: the order of the sources in a `<picture>`. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/**
 * The address of a record's picture: a URL, or a URL template with `{width}` and `{format}`, relative to `base`. Encodes
 * spaces and commas, which separate the candidates of a `srcset`.
 */
export function pictureAddress(source: string, base: string, width: number, format: PictureFormat): string {
  return pictureTemplateOnBase(source, base)
    .replaceAll('{width}', String(width))
    .replaceAll('{format}', format)
    .replace(/[\s,]/g, encodeURIComponent)
}

export function pictureTemplateOnBase(source: string, base: string): string {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(source) ? source : `${base}/${source.replace(/^\/+/, '')}`
}
