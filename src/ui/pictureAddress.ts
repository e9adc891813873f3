import { PICTURE_FORMATS, PICTURES, type PictureFormat, type PictureShape } from '#contract/pictures.ts'

/** Where a picture can be had: the plain address, and per format a `srcset`; none when the address is no template. */
export interface PictureAddresses {
  plain: string
  sets: { type: string | undefined; srcSet: string }[]
}

/**
 * The addresses of a record's picture (contract: URL, or template with `{width}` and `{format}`, relative ones on the API
 * base). `frugal` leaves the wider half of the widths out.
 */
export function pictureAddresses(
  source: string,
  { base, shape, frugal = false }: { base: string; shape: PictureShape; frugal?: boolean },
): PictureAddresses {
  const template = onBase(source, base)
  const { widths } = PICTURES[shape]
  const offered = frugal ? widths.slice(0, Math.ceil(widths.length / 2)) : widths
  const middle = offered[Math.floor((offered.length - 1) / 2)] ?? widths[0]
  const plain = fill(template, middle, 'webp')
  if (!template.includes('{width}')) return { plain, sets: [] }
  const setOf = (format: PictureFormat) =>
    offered.map((width) => `${fill(template, width, format)} ${width}w`).join(', ')
  if (!template.includes('{format}')) return { plain, sets: [{ type: undefined, srcSet: setOf('webp') }] }
  return { plain, sets: PICTURE_FORMATS.map((format) => ({ type: `image/${format}`, srcSet: setOf(format) })) }
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
