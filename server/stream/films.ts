import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '#server/platform/refuse.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { mediaMessages } from '#server/text/messages.ts'
import { LINK_LIFE } from './describeFiles.ts'
import { type Film, type PreparedFilm, readFilm } from './film.ts'
import type { Work } from './playableTitles.ts'
import { prepareFilm } from './prepareFilm.ts'
import { removeUnusedFilms } from './removeUnusedFilms.ts'

/** Clients retry after a full disk, in seconds. */
const RETRY_AFTER = 30
/** Minimum interval of recording that a film is still used, in ms. */
const MARK_INTERVAL = 600_000
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
  /** folder of the operator's films */
  library: string
  linkLife?: number | undefined
  /** folder of the sample film; without it nothing can be played */
  sample?: string | undefined
}

export function openFilms({ folder, library, linkLife = LINK_LIFE, sample }: Options): Films {
  const sweep = () => removeUnusedFilms(folder, linkLife * 1000 + GRACE)
  const samplePlayed = sample === undefined ? undefined : cachedFilm(() => prepareFilm(sample, folder), sweep)
  const sampleTrailer = sample === undefined ? refuseFilm : cachedFilm(() => prepareFilm(sample, folder, 1), sweep)
  return {
    hasSample: sample !== undefined,
    filmOf: async ({ film }) => (film ? { ...film, folder: join(library, film.version) } : samplePlayed?.()),
    trailer: async (own) => (own ? { ...own, folder: join(library, own.version) } : sampleTrailer()),
    async byVersion(version) {
      const current = await samplePlayed?.()
      if (current?.version === version) return current
      return (await readFilm(library, version)) ?? readFilm(folder, version)
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
function cachedFilm(make: () => Promise<PreparedFilm>, sweep: () => Promise<void>): () => Promise<PreparedFilm> {
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
  async function markUsed({ folder }: PreparedFilm) {
    markedAt = performance.now()
    await utimes(folder, new Date(), new Date())
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
