import {
  pictureAddress as fill,
  pictureTemplateOnBase as onBase,
  PICTURE_FORMATS,
  PICTURES,
  type PictureFormat,
  type PictureShape,
} from '#contract/pictures.ts'

/** Addresses of a picture: a plain one, and a `srcset` per format if the address is a template. */
export interface PictureAddresses {
  plain: string
  sets: { type: string | undefined; srcSet: string }[]
  /** The `sizes` attribute for the sets. */
  sizes: string
}

/**
 * Builds the addresses of a record's picture: a URL or a template with `{width}` and `{format}`, relative to the API
 * base. `frugal` drops the larger half of the widths and halves `sizes`: at two or three dots per pixel the picture
 * still looks good at a third of the bytes.
 */
export function pictureAddresses(
  source: string,
  {
    base,
    shape,
    sizes,
    frugal = false,
    widest = Number.POSITIVE_INFINITY,
  }: {
    base: string
    shape: PictureShape
    sizes: string
    frugal?: boolean
    /** Offers no width above this, in px. */
    widest?: number
  },
): PictureAddresses {
  const template = onBase(source, base)
  const offered = widthsOf(shape, frugal).filter((width) => width <= widest)
  const middle = offered[Math.floor((offered.length - 1) / 2)] ?? PICTURES[shape].widths[0]
  const plain = fill(source, base, middle, 'webp')
  const shown = frugal ? halfSizes(sizes) : sizes
  if (!template.includes('{width}')) return { plain, sets: [], sizes: shown }
  const setOf = (format: PictureFormat) =>
    offered.map((width) => `${fill(source, base, width, format)} ${width}w`).join(', ')
  if (!template.includes('{format}')) return { plain, sets: [{ type: undefined, srcSet: setOf('webp') }], sizes: shown }
  const sets = PICTURE_FORMATS.map((format) => ({ type: `image/${format}`, srcSet: setOf(format) }))
  return { plain, sets, sizes: shown }
}

/** The same as a list of sources in one universally supported format, narrowest first. */
export function pictureSources(
  source: string,
  { base, shape, frugal = false }: { base: string; shape: PictureShape; frugal?: boolean },
): { src: string; width: number; height: number }[] {
  const template = onBase(source, base)
  const [across, down] = PICTURES[shape].ratio
  const offered = template.includes('{width}') ? widthsOf(shape, frugal) : widthsOf(shape, frugal).slice(-1)
  return offered.map((width) => ({
    src: fill(source, base, width, 'webp'),
    width,
    height: Math.round((width * down) / across),
  }))
}

function widthsOf(shape: PictureShape, frugal: boolean): readonly number[] {
  const { widths } = PICTURES[shape]
  return frugal ? widths.slice(0, Math.ceil(widths.length / 2)) : widths
}

/** Halves each length of a `sizes` attribute, such as «(min-width: 675px) 20vw, 30vw». */
function halfSizes(sizes: string): string {
  return sizes
    .split(',')
    .map((size) => size.trim().replace(/(\S+)$/, 'calc($1 / 2)'))
    .join(', ')
}
