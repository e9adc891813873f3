import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'

/** Deleting stops at this part of the limit, so that it does not begin again with the next file. */
const TARGET = 0.9
/** The folder is measured after this part of the limit was written: other processes write there too. */
const STEP = 0.05

/** Keeps a folder of files that can be made again below `maxBytes`: deletes those not used for longest. */
export function limitFolder(folder: string, maxBytes: number): { add(bytes: number): void } {
  // The first file measures what earlier processes have left.
  let written = maxBytes
  let isSweeping = false

  async function sweep() {
    written = 0
    const files = await filesIn(folder)
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= maxBytes) return
    for (const { path, size } of files.toSorted((one, other) => one.usedAt - other.usedAt)) {
      if (total <= maxBytes * TARGET) return
      await rm(path, { force: true })
      total -= size
    }
  }

  async function sweepUntilDone() {
    while (written >= maxBytes * STEP) await sweep()
  }

  return {
    add(bytes) {
      written += bytes
      if (isSweeping) return
      isSweeping = true
      sweepUntilDone()
        .catch(ignoring('limiting a folder', 'EROFS'))
        .finally(() => {
          isSweeping = false
        })
    },
  }
}

/** All files of a folder and its subfolders, with their size in bytes and the time of their last use. */
async function filesIn(folder: string): Promise<{ path: string; size: number; usedAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Another process may have deleted it.
    const found = await stat(path).catch(ignoring('measuring a file', 'ENOENT'))
    if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs })
  }
  return files
}
