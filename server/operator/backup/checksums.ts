import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Size in bytes and SHA-256 of a file. */
export interface Checksum {
  bytes: number
  sha256: string
}

/** Writes a new file and syncs it. Fails if it exists. Only this user can read it. */
export async function writeFileChecked(
  path: string,
  ...source: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
): Promise<Checksum> {
  const { meter, checksum } = createMeter()
  await pipeline([...source, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
  return checksum()
}

/** Reads a stream to its end and returns the checksum of its bytes. */
export async function checksumOf(source: Readable): Promise<Checksum> {
  const { meter, checksum } = createMeter()
  await pipeline(source, meter, async (chunks) => {
    for await (const _ of chunks);
  })
  return checksum()
}

function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.byteLength
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { meter, checksum: (): Checksum => ({ bytes, sha256: hash.digest('hex') }) }
}
