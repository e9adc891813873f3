import { pieces } from './chunks.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256'

/** Bytes by which the way a text without a mark is written is told. */
const HEAD = 64

/**
 * How the text of a file is written; nothing for what is no text. What is no UTF-8 is taken for the Persian of old
 * Windows programs, unless almost all of it is UTF-8: then a few of its bytes are broken.
 */
export async function encodingOf(file: Blob): Promise<Encoding | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Of a Latin letter in two bytes one is empty, and the columns are named in Latin letters.
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  if (even > head.length / 4 && odd === 0) return 'utf-16be'
  return encodingOfBytes(file)
}

async function encodingOfBytes(file: Blob): Promise<Encoding | undefined> {
  const decoder = new TextDecoder('utf-8')
  let good = 0
  let broken = 0
  for await (const { bytes, isLast } of pieces(file)) {
    if (bytes.some(isControl)) return undefined
    for (const character of decoder.decode(bytes, { stream: !isLast })) {
      if (character === '\ufffd') broken += 1
      else if (character > '\u007f') good += 1
    }
  }
  return broken <= good / 10 ? 'utf-8' : 'windows-1256'
}

/** Never in a text, but for tabs, lines, pages and the end that old systems wrote. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1a
}
