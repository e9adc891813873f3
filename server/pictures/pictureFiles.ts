import { readWhole, type Storage } from '#server/storage/storage.ts'

/** Folder of the stored pictures. */
export const STORED_PICTURES = 'pictures/stored'

/** The files of stored pictures, named by their hash: a file never changes. */
export interface PictureFiles {
  /** undefined without the file */
  read(hash: string): Promise<Uint8Array | undefined>
  has(hash: string): Promise<boolean>
  write(hash: string, content: Uint8Array): Promise<void>
  /**
   * Deletes all files but those of these hashes and those stored after `before`, and what killed processes left. Nothing may
   * be written meanwhile. Returns the number of deleted files and their size in bytes.
   */
  removeAllBut(hashes: ReadonlySet<string>, before?: Date): Promise<{ files: number; bytes: number }>
}

/** Opens the stored pictures. */
export function openPictureFiles(storage: Storage): PictureFiles {
  const keyOf = (hash: string) => `${STORED_PICTURES}/${hash.slice(0, 2)}/${hash}.webp`
  return {
    read: (hash) => readWhole(storage, keyOf(hash)),
    has: async (hash) => (await storage.size(keyOf(hash))) !== undefined,
    write: (hash, content) => storage.write(keyOf(hash), content),
    async removeAllBut(hashes, before) {
      const removed = { files: 0, bytes: 0 }
      const kept = new Set([...hashes].map(keyOf))
      for await (const { key, bytes, changedAt } of storage.list(STORED_PICTURES)) {
        if (kept.has(key) || (before && changedAt > before)) continue
        await storage.remove(key)
        removed.files++
        removed.bytes += bytes
      }
      return removed
    },
  }
}
