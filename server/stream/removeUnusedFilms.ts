import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'

/**
 * Deletes the films of a local folder that were not used for `unasked` ms, and drafts of processes that died. A film is
 * renamed before it is deleted, so none is ever found incomplete; open files can be read to their end.
 */
export async function removeUnusedFilms(folder: string, unasked: number): Promise<void> {
  const names = (await readdir(folder).catch(ignoring('listing films', 'ENOENT'))) ?? []
  for (const name of names) {
    const path = join(folder, name)
    // Another process may delete it meanwhile.
    const found = await stat(path).catch(ignoring('reading the age of a film', 'ENOENT'))
    if (!found || Date.now() - found.mtimeMs <= unasked) continue
    try {
      const renamed = join(folder, `.${randomUUID()}`)
      await rename(path, renamed)
      await rm(renamed, { recursive: true, force: true })
    } catch (error) {
      ignoring('removing an unused film', 'ENOENT')(error)
    }
  }
}
