import { PICTURE_FORMATS, PICTURES, type PictureFormat, type PictureShape } from '#contract/pictures.ts'

/** Where a picture can be had: the plain address, and per format a `srcset`; none when the address is no template. */
export interface PictureAddresses {
  plain: string
  sets: { type: string | undefined; srcSet: string }[]
  /** How wide it is shown, as in HTML, for choosing among the sets. */
  sizes: string
}

/**
 * The addresses of a record's picture (contract: URL, or template with `{width}` and `{format}`, relative ones on the API
 * base). `frugal` leaves the wider half of the widths out and pretends that the picture is shown at half its size: a screen of
 * two or three dots to the pixel still gets a good one, of a third of the bytes.
 */
export function pictureAddresses(
  source: string,
  { base, shape, sizes, frugal = false }: { base: string; shape: PictureShape; sizes: string; frugal?: boolean },
): PictureAddresses {
  const template = onBase(source, base)
  const offered = widthsOf(shape, frugal)
  const middle = offered[Math.floor((offered.length - 1) / 2)] ?? PICTURES[shape].widths[0]
  const plain = fill(template, middle, 'webp')
  const shown = frugal ? halfSizes(sizes) : sizes
  if (!template.includes('{width}')) return { plain, sets: [], sizes: shown }
  const setOf = (format: PictureFormat) =>
    offered.map((width) => `${fill(template, width, format)} ${width}w`).join(', ')
  if (!template.includes('{format}')) return { plain, sets: [{ type: undefined, srcSet: setOf('webp') }], sizes: shown }
  const sets = PICTURE_FORMATS.map((format) => ({ type: `image/${format}`, srcSet: setOf(format) }))
  return { plain, sets, sizes: shown }
}

/** The same for what takes a list instead of a `<picture>`: one format that every browser shows, narrowest first. */
export function pictureSources(
  source: string,
  { base, shape, frugal = false }: { base: string; shape: PictureShape; frugal?: boolean },
): { src: string; width: number; height: number }[] {
  const template = onBase(source, base)
  const [across, down] = PICTURES[shape].ratio
  const offered = template.includes('{width}') ? widthsOf(shape, frugal) : widthsOf(shape, frugal).slice(-1)
  return offered.map((width) => ({
    src: fill(template, width, 'webp'),
    width,
    height: Math.round((width * down) / across),
  }))
}

function widthsOf(shape: PictureShape, frugal: boolean): readonly number[] {
  const { widths } = PICTURES[shape]
  return frugal ? widths.slice(0, Math.ceil(widths.length / 2)) : widths
}

/** «(min-width: 675px) 20vw, 30vw» with each of its lengths halved. */
function halfSizes(sizes: string): string {
  return sizes
    .split(',')
    .map((size) => size.trim().replace(/(\S+)$/, 'calc($1 / 2)'))
    .join(', ')
}

function onBase(source: string, base: string): string {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(source) ? source : `${base}/${source.replace(/^\/+/, '')}`
}

/** Blanks and commas would end a candidate of a `srcset`. */
function fill(template: string, width: number, format: PictureFormat): string {
  return template
    .replaceAll('{width}', String(width))
    .replaceAll('{format}', format)
    .replace(/[\s,]/g, encodeURIComponent)
}
