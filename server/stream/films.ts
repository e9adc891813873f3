import { utimes } from 'node:fs/promises'
import { refuse } from '#server/platform/refuse.ts'
import { mediaMessages } from '#server/text/messages.ts'
import { LINK_LIFE } from './describeFiles.ts'
import { type PreparedFilm, readFilm } from './film.ts'
import { prepareFilm } from './prepareFilm.ts'
import { removeUnusedFilms } from './removeUnusedFilms.ts'

/** When a disc that was full is tried again, in seconds. */
const RETRY = 30
/** It is noted this often at most that a film is still asked for, in ms. */
const NOTED_EVERY = 600_000
/** What nobody has asked a link of for the life of one, and this much longer, no link leads to; in ms. */
const GRACE = 3_600_000

/** What is played: made ready when it is first asked for. */
export interface Films {
  /** False without a sample film: then every call below is refused. */
  hasFilm: boolean
  /** What plays as every film and episode. While the disc refuses it, so is whoever asks, and the next one tries again. */
  film(): Promise<PreparedFilm>
  /** What plays as every trailer: one showing of it. */
  trailer(): Promise<PreparedFilm>
  /** What a link names: the film of now, or an earlier one, which links given before still lead to. */
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

/** Made once, and again should somebody have taken it away. That it is asked for is noted at its place, where all see it. */
function ready(make: () => Promise<PreparedFilm>, sweep: () => Promise<void>): () => Promise<PreparedFilm> {
  let made: Promise<PreparedFilm> | undefined
  let notedAt = Number.NEGATIVE_INFINITY

  async function madeNow(): Promise<PreparedFilm> {
    let film = await make()
    // Another process may have swept it away just now.
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
