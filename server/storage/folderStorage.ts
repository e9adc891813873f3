import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ignoring, isMissing } from '#server/platform/reportError.ts'
import { syncPath } from '#server/platform/syncPath.ts'
import {
  type ByteRange,
  requireKey,
  resolveRange,
  type Storage,
  StorageError,
  type StoredFile,
  type StoredPart,
} from './storage.ts'

/** Smaller parts are read at once, in bytes: a stream costs more. */
const MAX_BUFFERED = 256 * 1024

/** Files in a local folder, or in one of a network file system that several servers share. */
export function openFolder(path: string): Storage {
  const root = resolve(path)
  const pathOf = (key: string) => {
    requireKey(key)
    return join(root, key)
  }

  /** Undefined when the file does not exist. */
  async function ifPresent<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run()
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw failed(cause)
    }
  }

  function failed(cause: unknown): StorageError {
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown error'
    return new StorageError(`The folder ${root} cannot be used (${code})`, { cause })
  }

  async function entriesOf(folder: string): Promise<Dirent[]> {
    const path = pathOf(folder)
    return (await ifPresent(() => readdir(path, { withFileTypes: true }))) ?? []
  }

  async function* list(folder: string): AsyncGenerator<StoredFile> {
    for (const entry of (await entriesOf(folder)).toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const key = `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* list(key)
      // Another process may have deleted it.
      const path = pathOf(key)
      const found = await ifPresent(() => stat(path))
      if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime }
    }
  }

  /** A bucket has no empty folders either. */
  async function removeEmpty(folder: string): Promise<void> {
    if (folder === root) return
    try {
      await rmdir(folder)
    } catch (error) {
      return ignoring('removing an empty folder', 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')(error)
    }
    await removeEmpty(dirname(folder))
  }

  return {
    async size(key) {
      const path = pathOf(key)
      const found = await ifPresent(() => stat(path))
      return found?.isFile() ? found.size : undefined
    },
    async read(key, range) {
      const path = pathOf(key)
      return ifPresent(() => readPart(path, range))
    },
    async write(key, content) {
      const path = pathOf(key)
      const draft = join(dirname(path), `.${randomUUID()}`)
      try {
        await mkdir(dirname(path), { recursive: true })
        // Opened first: a stream that fails at once would create the draft after it was removed.
        const target = await open(draft, 'wx')
        const source = content instanceof Uint8Array ? Readable.from([content]) : createReadStream(content.path)
        await pipeline(source, target.createWriteStream({ flush: true }))
        await rename(draft, path)
        syncPath(dirname(path))
      } catch (cause) {
        await rm(draft, { force: true }).catch(ignoring('removing a draft', 'ENOTDIR', 'EROFS'))
        throw failed(cause)
      }
    },
    list,
    async folders(folder) {
      const entries = await entriesOf(folder)
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    },
    async remove(key) {
      const path = pathOf(key)
      await ifPresent(() => rm(path))
      await removeEmpty(dirname(path))
    },
    signedAddress: async () => undefined,
    async check() {
      const probe = join(root, `ready-${process.pid}`)
      try {
        await writeFile(probe, 'A probe of the storage')
        await rm(probe)
      } catch (cause) {
        throw failed(cause)
      }
    },
  }
}

async function readPart(path: string, range: ByteRange | undefined): Promise<StoredPart | 'outside' | undefined> {
  const file = await open(path)
  let isStreaming = false
  try {
    const found = await file.stat()
    if (!found.isFile()) return undefined
    const { size } = found
    const part = resolveRange(range, size)
    if (part === 'outside') return part
    const { start, end } = part
    if (end - start < MAX_BUFFERED) {
      const body = new Uint8Array(end - start + 1)
      await file.read(body, 0, body.length, start)
      return { size, start, end, body }
    }
    isStreaming = true
    return { size, start, end, body: createReadStream(path, { fd: file, start, end, highWaterMark: MAX_BUFFERED }) }
  } finally {
    if (!isStreaming) await file.close()
  }
}
