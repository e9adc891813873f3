import { ignoring } from '#data/platform/ignoring.ts'
/** Maximum size of a subtitle file in bytes, ten times that of the largest known file. */
export const SUBTITLE_BYTES = 4_000_000

/**
 * Decodes a subtitle file. Files that are not UTF-8, nor UTF-16 by their byte order mark, are read as windows-1256, the
 * usual encoding of older Persian subtitles (docs/product.md#player).
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (failure) {
    ignoring('TypeError')(failure)
    // Windows-1256 has the Arabic forms of two Persian letters.
    return new TextDecoder('windows-1256').decode(bytes).replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9')
  }
}
