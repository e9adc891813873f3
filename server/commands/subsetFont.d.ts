declare module 'subset-font' {
  /** Gives the wanted part of a font in another container; ships without types of its own. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2' | 'sfnt' | 'woff'
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
