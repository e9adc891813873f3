import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Deletes films of earlier versions that were not requested for `unasked` ms, and drafts of processes that died. A film
 * is renamed before it is deleted, so none is ever found incomplete; open files can be read to their end.
 */
export async function removeUnusedFilms(folder: string, unasked: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const place = join(folder, name)
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs <= unasked) continue
    try {
      const away = join(folder, `.${randomUUID()}`)
      await rename(place, away)
      await rm(away, { recursive: true, force: true })
    } catch (error) {
      console.error('A film that nobody asks for could not be removed, tried again at the next start', error)
    }
  }
}
