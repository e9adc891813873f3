import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes films of earlier versions that nobody has asked for in so many ms, and what a process that died left half made. Each
 * is taken away under another name first, so that none is ever found in part; who is reading a file of it reads on to its
 * end.
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
