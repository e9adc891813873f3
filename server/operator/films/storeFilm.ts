import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Storage } from '#server/storage/storage.ts'
import { FILM_FILE } from '#server/stream/film.ts'

/** Files that are stored at a time: most are segments, whose time is the store's answer. */
const AT_A_TIME = 8

interface Options {
  storage: Storage
  onProgress: (step: string, share: number) => void
}

/**
 * Moves a film that was made in a local folder into the storage, its description last. Each file is deleted here once it is
 * stored, so an interrupted command continues with the others.
 */
export async function storeFilm(folder: string, target: string, { storage, onProgress }: Options): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const description = join(folder, FILM_FILE)
  const files = await Promise.all(
    paths.filter((path) => path !== description).map(async (path) => ({ path, bytes: (await stat(path)).size })),
  )
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let stored = 0
  for (let at = 0; at < files.length; at += AT_A_TIME) {
    const results = await Promise.allSettled(
      files.slice(at, at + AT_A_TIME).map(async ({ path, bytes }) => {
        await storage.write(`${target}/${relative(folder, path)}`, { path })
        await rm(path)
        stored += bytes
        onProgress('store', stored / total)
      }),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
  await storage.write(`${target}/${FILM_FILE}`, { path: description })
  await rm(folder, { recursive: true })
}
