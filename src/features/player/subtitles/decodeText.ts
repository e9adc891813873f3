/** The longest subtitle file that is read, in bytes: ten times the longest there is. */
export const SUBTITLE_BYTES = 4_000_000

/**
 * The text of a subtitle file. What is not UTF-8 is windows-1256, as Persian subtitles have been for twenty years (product
 * page, section 3), unless a mark at its start says UTF-16.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The old code page has the Arabic letters that Persian writes otherwise.
    return new TextDecoder('windows-1256').decode(bytes).replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9')
  }
}
