import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A part of a file that a client asks for: from a byte on, up to a byte, or the last bytes. */
export type ByteRange = { start: number; end: number | undefined } | { last: number }

/** A file or a part of it. The caller reads a stream to its end or destroys it. */
export interface StoredPart {
  /** size of the whole file, in bytes */
  size: number
  /** the first and the last byte of the part */
  start: number
  end: number
  body: Readable | Uint8Array
}

export interface StoredFile {
  key: string
  bytes: number
  changedAt: Date
}

/** Headers of the answer at a signed address. */
export interface AnswerHeaders {
  type: string
  cache: string
  disposition?: string | undefined
}

/**
 * The operator's films and pictures, in a folder or in a bucket. Keys are paths such as `library/3f0c52d1a9be/film.json`. A
 * file appears whole or not at all. Every method throws a `StorageError` while the store cannot be used.
 */
export interface Storage {
  /** The size of a file in bytes; undefined without the file. */
  size(key: string): Promise<number | undefined>
  /** Undefined without the file; `outside` for a range that no byte is in. */
  read(key: string, range?: ByteRange): Promise<StoredPart | 'outside' | undefined>
  /** Writes or replaces a file with these bytes, or with a copy of a local file. */
  write(key: string, content: Uint8Array | { path: string }): Promise<void>
  /** The files of a folder and its subfolders. A name that begins with a dot is a draft of a process that was killed. */
  list(folder: string): AsyncIterable<StoredFile>
  /** The names of the folders directly in a folder. */
  folders(folder: string): Promise<string[]>
  /** Deletes a file, if it exists. */
  remove(key: string): Promise<void>
  /** An address that delivers a file for so many seconds; undefined if the store serves no clients. */
  signedAddress(key: string, seconds: number, headers: AnswerHeaders): Promise<string | undefined>
  /** Rejects while the store cannot be used. */
  check(): Promise<void>
}

/** Why the store cannot be used, in one line for the operator. */
export class StorageError extends Error {
  /** whether the store answered and refused, so that trying again does not help */
  readonly isRefusal: boolean

  constructor(message: string, { cause, isRefusal = false }: { cause: unknown; isRefusal?: boolean }) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}

/** Throws for a key that could lead out of a folder: all keys are made by the server. */
export function requireKey(key: string): void {
  const isPath = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPath || /[\0\\]/.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a stored file`)
}

/** The bytes of a range within a file; `outside` if there are none. */
export function resolveRange(range: ByteRange | undefined, size: number): { start: number; end: number } | 'outside' {
  if (!range) return { start: 0, end: size - 1 }
  const start = 'last' in range ? Math.max(0, size - range.last) : range.start
  const end = 'last' in range ? size - 1 : Math.min(range.end ?? size - 1, size - 1)
  return start > end ? 'outside' : { start, end }
}

/** A whole file must be read within this time, in ms: a store that hangs must not keep a picture's place in the queue. */
const READ_TIMEOUT = 30_000

/** Reads a file into memory; undefined without the file. */
export async function readWhole(storage: Storage, key: string): Promise<Uint8Array | undefined> {
  const part = await storage.read(key)
  if (part === undefined || part === 'outside') return undefined
  if (part.body instanceof Uint8Array) return part.body
  const body = addAbortSignal(AbortSignal.timeout(READ_TIMEOUT), part.body)
  return new Uint8Array(await buffer(chunksOf(key, body)))
}

/** Reads a file as a stream; undefined without the file. */
export async function readStream(storage: Storage, key: string): Promise<Readable | undefined> {
  const part = await storage.read(key)
  if (part === undefined || part === 'outside') return undefined
  return Readable.from(part.body instanceof Uint8Array ? [part.body] : chunksOf(key, part.body))
}

async function* chunksOf(key: string, body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (cause) {
    throw new StorageError(`Reading ${key} ended early`, { cause })
  }
}
