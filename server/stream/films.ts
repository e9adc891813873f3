import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '#server/platform/refuse.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { mediaMessages } from '#server/text/messages.ts'
import { LINK_LIFE } from './describeFiles.ts'
import { type Film, LIBRARY, type PreparedFilm, readFilm } from './film.ts'
import type { Work } from './playableTitles.ts'
import { prepareFilm } from './prepareFilm.ts'
import { removeUnusedFilms } from './removeUnusedFilms.ts'
import type { FilmDelivery } from './sendFile.ts'

/** Clients retry after a full disk, in seconds. */
const RETRY_AFTER = 30
/** Minimum interval of recording that a film is still used, in ms. */
const MARK_INTERVAL = 600_000
/** Maximum number of descriptions of films in memory, about 2 kB each. */
const MAX_KNOWN = 500
/** Added to the lifetime of links before an unused film is deleted, in ms. */
const GRACE = 3_600_000

/** The playable films: the operator's, and the demo's sample, which is prepared on first use. */
export interface Films {
  /** Whether the sample plays as every title without a film of its own, and as every other trailer. */
  hasSample: boolean
  /**
   * The film of a film or episode; undefined if it has none. While the disk is full, calls for the sample are refused
   * and the next one tries again.
   */
  filmOf(work: Pick<Work, 'film'>): Promise<PreparedFilm | undefined>
  /** A title's own trailer, else the sample once. Refuses without both. */
  trailer(own: Film | undefined): Promise<PreparedFilm>
  /** The film of a link: a current one, or an earlier version that older links still refer to. */
  byVersion(version: string): Promise<PreparedFilm | undefined>
}

interface Options {
  /** folder of the films prepared from samples */
  folder: string
  /** the operator's films */
  storage: Storage
  delivery?: FilmDelivery | undefined
  linkLife?: number | undefined
  /** folder of the sample film; without it nothing can be played */
  sample?: string | undefined
}

export function openFilms({ folder, storage, delivery, linkLife = LINK_LIFE, sample }: Options): Films {
  const samples = openFolder(folder)
  const placeOf = (version: string) => ({ storage, folder: `${LIBRARY}/${version}`, delivery })
  /** Playing a film takes hundreds of requests, and its description never changes. */
  const known = new Map<string, PreparedFilm>()
  const sweep = () => removeUnusedFilms(folder, linkLife * 1000 + GRACE)
  const samplePlayed = sample === undefined ? undefined : cachedFilm(folder, () => prepareFilm(sample, folder), sweep)
  const sampleTrailer =
    sample === undefined ? refuseFilm : cachedFilm(folder, () => prepareFilm(sample, folder, 1), sweep)
  async function ownFilm(version: string): Promise<PreparedFilm | undefined> {
    const place = placeOf(version)
    const found = await readFilm(storage, place.folder)
    if (!found) return undefined
    const film = { ...found, ...place }
    known.set(version, film)
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size > MAX_KNOWN) known.delete(oldest)
    return film
  }

  return {
    hasSample: sample !== undefined,
    filmOf: async ({ film }) => (film ? { ...film, ...placeOf(film.version) } : samplePlayed?.()),
    trailer: async (own) => (own ? { ...own, ...placeOf(own.version) } : sampleTrailer()),
    async byVersion(version) {
      const current = await samplePlayed?.()
      if (current?.version === version) return current
      return known.get(version) ?? (await ownFilm(version)) ?? readFilm(samples, version)
    },
  }
}

async function refuseFilm(): Promise<never> {
  return refuse('not_found', { message: mediaMessages.nothing })
}

/**
 * Caches the film and prepares it again if another process has deleted it. Uses are recorded as the folder's
 * modification time, which all processes see.
 */
function cachedFilm(
  folder: string,
  make: () => Promise<PreparedFilm>,
  sweep: () => Promise<void>,
): () => Promise<PreparedFilm> {
  let made: Promise<PreparedFilm> | undefined
  let markedAt = Number.NEGATIVE_INFINITY

  async function prepare(): Promise<PreparedFilm> {
    let film = await make()
    // Another process may have deleted the film just now.
    await markUsed(film).catch(async (error: unknown) => {
      ignoring('marking a film as used', 'ENOENT')(error)
      film = await make()
    })
    sweep().catch(ignoring('removing unused films'))
    return film
  }
  async function markUsed({ version }: PreparedFilm) {
    markedAt = performance.now()
    await utimes(join(folder, version), new Date(), new Date())
  }
  return async () => {
    if (made && performance.now() - markedAt > MARK_INTERVAL) {
      markedAt = performance.now()
      await made.then(markUsed).catch((error: unknown) => {
        ignoring('marking a film as used', 'ENOENT')(error)
        made = undefined
      })
    }
    made ??= prepare().catch((error) => {
      made = undefined
      reportError('Preparing the sample film failed', error)
      return refuse('unavailable', { retryAfter: RETRY_AFTER })
    })
    return made
  }
}
