import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'
import { syncPath } from '#server/platform/syncPath.ts'
import { filesIn } from './limitFolder.ts'

const EXTENSION = '.webp'

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
      const kept = new Set([...hashes].map(pathOf))
      for (const { path, size } of existsSync(stored) ? await filesIn(stored) : []) {
        if (kept.has(path)) continue
        removed.files++
        removed.bytes += size
        await rm(path)
      }
      return removed
    },
  }
}
