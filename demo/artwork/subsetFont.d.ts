declare module 'subset-font' {
  /** Returns a subset of a font as TrueType. The package has no types. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype' },
  ): Promise<Uint8Array>
}
