import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoring, isMissing } from '#server/platform/reportError.ts'
import { syncPath } from '#server/platform/syncPath.ts'

const EXTENSION = '.webp'
const HASH = /^[0-9a-f]{32}$/

/** The files of stored pictures in a data folder, named by their hash: a file never changes. */
export interface PictureFiles {
  pathOf(hash: string): string
  has(hash: string): boolean
  /** Writes a file; it survives a power cut, and appears complete or not at all. */
  write(hash: string, content: Uint8Array): Promise<void>
  /**
   * Deletes all files but those of these hashes, and what killed processes left. Nothing may be written meanwhile. Returns
   * the number of deleted files and their size in bytes.
   */
  removeAllBut(hashes: ReadonlySet<string>): Promise<{ files: number; bytes: number }>
}

/** `folder`: the pictures of a data folder (`DATA_DIR/pictures`), which also has files named by key. */
export function openPictureFiles(folder: string): PictureFiles {
  const stored = join(folder, 'stored')
  const pathOf = (hash: string) => join(stored, hash.slice(0, 2), `${hash}${EXTENSION}`)
  return {
    pathOf,
    has: (hash) => existsSync(pathOf(hash)),
    async write(hash, content) {
      const path = pathOf(hash)
      // Backups leave out names with a dot.
      const draft = join(dirname(path), `.${randomUUID()}`)
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(draft, content, { flush: true })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(ignoring('removing a draft of a picture'))
        throw error
      }
      syncPath(dirname(path))
    },
    async removeAllBut(hashes) {
      const removed = { files: 0, bytes: 0 }
      for (const path of await filesIn(stored)) {
        const name = path.slice(path.lastIndexOf('/') + 1)
        const hash = name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : ''
        if (HASH.test(hash) && hashes.has(hash)) continue
        removed.files++
        removed.bytes += (await stat(path)).size
        await rm(path)
      }
      return removed
    },
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
