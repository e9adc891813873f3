import { PICTURE_FORMATS, PICTURES, type PictureFormat } from '#contract/pictures.ts'

const WIDTHS = [...new Set(Object.values(PICTURES).flatMap(({ widths }): readonly number[] => widths))]

/** The addresses of the same picture in its other sizes, nearest first, each in every format that the asker can read. */
export function alternativeSizes(address: string): string[] {
  const [, head, digits, format] = /^(.*-)(\d+)\.(\w+)$/.exec(address) ?? []
  if (head === undefined || digits === undefined) return []
  const asked = Number(digits)
  // Whoever asks for the older format may know no other.
  const formats = PICTURE_FORMATS.slice(Math.max(0, PICTURE_FORMATS.indexOf(format as PictureFormat)))
  return WIDTHS.toSorted((one, other) => Math.abs(one - asked) - Math.abs(other - asked))
    .flatMap((width) => formats.map((one) => `${head}${width}.${one}`))
    .filter((other) => other !== address)
}
