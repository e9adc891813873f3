import { createHash, randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { FILM_FILE, type PreparedFilm, readFilm } from './film.ts'
import { makeFilm } from './makeFilm.ts'
import { readSample, type SampleFilm } from './sampleFilm.ts'

/** A film repeats the sample this many times, so that seeking, resuming and downloading can be tried. */
const REPETITIONS = 6
/** Increase when the files made from the same sample change. */
const FORMAT_VERSION = 1

/**
 * Prepares the film of a sample once per version, as plain files in a subfolder of `folder`. Another process may
 * prepare it too: the first one to rename its draft wins.
 */
export async function prepareFilm(
  sampleFolder: string,
  folder: string,
  repetitions = REPETITIONS,
): Promise<PreparedFilm> {
  const sample = await readSample(sampleFolder)
  const version = versionOf(sample, repetitions)
  const storage = openFolder(folder)
  const existing = await readFilm(storage, version)
  if (existing) return existing
  const path = join(folder, version)
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const film = await makeFilm(sample, { version, folder: draft, repetitions })
    await writeFile(join(draft, FILM_FILE), JSON.stringify(film))
    await rename(draft, path).catch((error: unknown) => {
      // Another process has prepared it.
      ignoring('preparing a film', 'ENOTEMPTY', 'EEXIST')(error)
      return rm(draft, { recursive: true, force: true })
    })
    return { ...film, storage, folder: version }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function versionOf({ files }: SampleFilm, repetitions: number): string {
  const hash = createHash('sha256').update(`${FORMAT_VERSION} ${repetitions}`)
  for (const bytes of files.values()) hash.update(bytes)
  return hash.digest('hex').slice(0, 12)
}
