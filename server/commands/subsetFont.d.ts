declare module 'subset-font' {
  /** Returns a subset of a font in another format. The package has no types. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2' | 'sfnt' | 'woff'
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Uint8Array>
}
