import { readChunks } from './chunks.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256'

/** Bytes inspected to detect UTF-16 without a byte order mark. */
const INSPECTED_BYTES = 64

/**
 * Detects the encoding of a text file; undefined when it is not text. Falls back to windows-1256, the usual encoding of
 * older Persian Windows programs, unless the file is UTF-8 with few broken bytes.
 */
export async function encodingOf(file: Blob): Promise<Encoding | undefined> {
  const head = new Uint8Array(await file.slice(0, INSPECTED_BYTES).arrayBuffer())
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // In UTF-16, one byte of each Latin letter is zero, and column names are in Latin letters.
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  if (even > head.length / 4 && odd === 0) return 'utf-16be'
  return encodingOfBytes(file)
}

async function encodingOfBytes(file: Blob): Promise<Encoding | undefined> {
  const decoder = new TextDecoder('utf-8')
  let good = 0
  let broken = 0
  for await (const { bytes, isLast } of readChunks(file)) {
    if (bytes.some(isControl)) return undefined
    for (const character of decoder.decode(bytes, { stream: !isLast })) {
      if (character === '\ufffd') broken += 1
      else if (character > '\u007f') good += 1
    }
  }
  return broken <= good / 10 ? 'utf-8' : 'windows-1256'
}

/** Control characters other than tab, line breaks, form feed and the DOS end-of-file mark never occur in text files. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1a
}
