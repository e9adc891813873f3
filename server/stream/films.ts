import { existsSync } from 'node:fs'
import { type Prepared, prepareFilm } from './prepare.ts'

/** What is played: made ready when it is first asked for. */
export interface Films {
  /** What plays as every film and episode. Refused by the disc it is tried again by whoever asks next. */
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
      throw error
    })
    return made
  }
}
