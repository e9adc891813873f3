import { existsSync } from 'node:fs'
import type { Settings } from '#server/config.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import type { Artist } from '#server/pictures/artist.ts'
import type { Catalogue } from './seeding/catalogueRecords.ts'

/** The content of the folder `demo/`. The server runs without it: nothing else in `server/` refers to that folder. */
export interface DemoContent {
  account: { email: string; password: string }
  createAccount(database: Database, settings: Pick<Settings, 'passwordCost'>): Promise<void>
  catalogue(): Catalogue
  /** Writes the demo comments that are missing; returns how many conversations were written. */
  seedComments(connection: Connection): Promise<number>
  /** Adds generated titles for measuring, up to `count`; returns how many were added. */
  growCatalogue(connection: Connection, count: number, report: (written: number) => void): Promise<number>
  /** Removes all generated titles. */
  shrinkCatalogue(connection: Connection): Promise<void>
  /** Opens an artist that draws a picture for every title and person. */
  openArtist(): Artist
  /** The folder of the film that plays as every title (`server/stream/sampleFilm.ts`). */
  sampleFilm: string
}

/** In the sources, `demo/` is beside `server/`; in the build it is a folder beside `main.js`. */
const DEMO = import.meta.filename.endsWith('.ts')
  ? new URL('../../demo/demo.ts', import.meta.url)
  : new URL('./demo/demo.js', import.meta.url)

/** Loads the demo content, or returns undefined when the folder is not there. */
export async function loadDemo(location: URL = DEMO): Promise<DemoContent | undefined> {
  if (!existsSync(location)) return undefined
  const { demo }: { demo: DemoContent } = await import(/* @vite-ignore */ location.href)
  return demo
}
