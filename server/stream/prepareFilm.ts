import { createHash, randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DONE, type PreparedFilm, readFilm } from './film.ts'
import { makeFilm } from './makeFilm.ts'
import { readSample, type SampleFilm } from './sampleFilm.ts'

/** The sample is shown so often in what stands for a film, so that there is something to resume, to seek and to keep. */
const SHOWINGS = 6
/** Raise it when what is made of the same sample changes. */
const MADE = 1

/**
 * Makes a film of the sample, once for each version of it: segments and playlists for HLS, and a file for each download,
 * all of them plain files in a folder of `folder`. Another process may be at it too: whoever is first has done it.
 */
export async function prepareFilm(sampleFolder: string, folder: string, showings = SHOWINGS): Promise<PreparedFilm> {
  const sample = await readSample(sampleFolder)
  const version = versionOf(sample, showings)
  const known = await readFilm(folder, version)
  if (known) return known
  const place = join(folder, version)
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const film = await makeFilm(sample, { version, place: draft, showings })
    await writeFile(join(draft, DONE), JSON.stringify(film))
    await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
    return { ...film, folder: place }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function versionOf({ files }: SampleFilm, showings: number): string {
  const hash = createHash('sha256').update(`${MADE} ${showings}`)
  for (const bytes of files.values()) hash.update(bytes)
  return hash.digest('hex').slice(0, 12)
}
