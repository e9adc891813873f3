/** Chunk size in bytes: the part of the file held in memory at a time. */
const CHUNK_SIZE = 256 * 1024

/** Reads a file in chunks. `read`: bytes read so far, including this chunk. */
export async function* readChunks(file: Blob): AsyncGenerator<{ bytes: Uint8Array; read: number; isLast: boolean }> {
  for (let at = 0; at < file.size; at += CHUNK_SIZE) {
    const read = Math.min(at + CHUNK_SIZE, file.size)
    const bytes = new Uint8Array(await file.slice(at, read).arrayBuffer())
    yield { bytes, read, isLast: read === file.size }
  }
}
