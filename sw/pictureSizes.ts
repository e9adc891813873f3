import { PICTURE_FORMATS, PICTURES, type PictureFormat } from '#contract/pictures.ts'

const WIDTHS = [...new Set(Object.values(PICTURES).flatMap(({ widths }): readonly number[] => widths))]

/** URLs of the same picture in its other sizes, nearest first, in every format that the client can decode. */
export function alternativeSizes(address: string): string[] {
  const [, head, digits, format] = /^(.*-)(\d+)\.(\w+)$/.exec(address) ?? []
  if (head === undefined || digits === undefined) return []
  const asked = Number(digits)
  // A client that requests the older format may not support the newer.
  const formats = PICTURE_FORMATS.slice(Math.max(0, PICTURE_FORMATS.indexOf(format as PictureFormat)))
  return WIDTHS.toSorted((one, other) => Math.abs(one - asked) - Math.abs(other - asked))
    .flatMap((width) => formats.map((one) => `${head}${width}.${one}`))
    .filter((other) => other !== address)
}
