/** So much is in memory at a time, in bytes. */
const PIECE = 256 * 1024

/** A file piece by piece. `read`: how much of it has come with this one. */
export async function* pieces(file: Blob): AsyncGenerator<{ bytes: Uint8Array; read: number; isLast: boolean }> {
  for (let at = 0; at < file.size; at += PIECE) {
    const read = Math.min(at + PIECE, file.size)
    const bytes = new Uint8Array(await file.slice(at, read).arrayBuffer())
    yield { bytes, read, isLast: read === file.size }
  }
}
