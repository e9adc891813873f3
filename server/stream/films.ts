import { existsSync } from 'node:fs'
import { refuse } from '#server/refuse.ts'
import { type Prepared, prepareFilm } from './prepare.ts'

/** When a disc that was full is tried again, in seconds. */
const RETRY = 30

/** What is played: made ready when it is first asked for. */
export interface Films {
  /** What plays as every film and episode. While the disc refuses it, so is whoever asks, and the next one tries again. */
  film(): Promise<Prepared>
  /** What plays as every trailer: one showing of it. */
  trailer(): Promise<Prepared>
}

/** Beside this file in the sources; the server's build puts a copy beside the bundle. */
const SAMPLE = [`${import.meta.dirname}/sample`, `${import.meta.dirname}/../sample`].find((place) => existsSync(place))

export function openFilms({ folder }: { folder: string }): Films {
  const sample = SAMPLE ?? `${import.meta.dirname}/sample`
  return { film: once(() => prepareFilm(sample, folder)), trailer: once(() => prepareFilm(sample, folder, 1)) }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      console.error('The sample film could not be made ready', error)
      return refuse('unavailable', { retryAfter: RETRY })
    })
    return made
  }
}
