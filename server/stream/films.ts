import { utimes } from 'node:fs/promises'
import { refuse } from '#server/platform/refuse.ts'
import { mediaMessages } from '#server/text/messages.ts'
import { LINK_LIFE } from './describeFiles.ts'
import { type PreparedFilm, readFilm } from './film.ts'
import { prepareFilm } from './prepareFilm.ts'
import { removeUnusedFilms } from './removeUnusedFilms.ts'

/** Clients retry after a full disk, in seconds. */
const RETRY = 30
/** Minimum interval of recording that a film is still used, in ms. */
const NOTED_EVERY = 600_000
/** Added to the lifetime of links before an unused film is deleted, in ms. */
const GRACE = 3_600_000

/** The playable films; prepared on first use. */
export interface Films {
  /** False without a sample film: then every call below is refused. */
  hasFilm: boolean
  /**
   * The film that plays as every title and episode. While the disk is full, calls are refused and the next one tries
   * again.
   */
  film(): Promise<PreparedFilm>
  /** The film that plays as every trailer: one showing of the sample. */
  trailer(): Promise<PreparedFilm>
  /** The film of a link: the current one, or an earlier version that older links still refer to. */
  named(version: string): Promise<PreparedFilm | undefined>
}

interface Options {
  folder: string
  linkLife?: number | undefined
  /** folder of the sample film; without it nothing can be played */
  sample?: string | undefined
}

export function openFilms({ folder, linkLife = LINK_LIFE, sample }: Options): Films {
  if (sample === undefined) return { hasFilm: false, film: refuseFilm, trailer: refuseFilm, named: refuseFilm }
  const sweep = () => removeUnusedFilms(folder, linkLife * 1000 + GRACE)
  const film = ready(() => prepareFilm(sample, folder), sweep)
  return {
    hasFilm: true,
    film,
    trailer: ready(() => prepareFilm(sample, folder, 1), sweep),
    async named(version) {
      const current = await film()
      return current.version === version ? current : readFilm(folder, version)
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
function ready(make: () => Promise<PreparedFilm>, sweep: () => Promise<void>): () => Promise<PreparedFilm> {
  let made: Promise<PreparedFilm> | undefined
  let notedAt = Number.NEGATIVE_INFINITY

  async function madeNow(): Promise<PreparedFilm> {
    let film = await make()
    // Another process may have deleted the film just now.
    await note(film).catch(async () => {
      film = await make()
    })
    void sweep()
    return film
  }
  async function note({ folder }: PreparedFilm) {
    notedAt = performance.now()
    await utimes(folder, new Date(), new Date())
  }
  return async () => {
    if (made && performance.now() - notedAt > NOTED_EVERY) {
      notedAt = performance.now()
      await made.then(note).catch(() => {
        made = undefined
      })
    }
    made ??= madeNow().catch((error) => {
      made = undefined
      console.error('The sample film could not be made ready', error)
      return refuse('unavailable', { retryAfter: RETRY })
    })
    return made
  }
}
