import type { DemoContent } from '#server/catalogue/demoContent.ts'
import { createDemoAccount, DEMO_ACCOUNT } from './account.ts'
import { openDrawingQueue } from './artwork/drawingQueue.ts'
import { growCatalogue, shrinkCatalogue } from './catalogue/growCatalogue.ts'
import { readCatalogue } from './catalogue/readCatalogue.ts'
import { seedComments } from './catalogue/seedComments.ts'

/** The demo content. The server loads this file if it exists (`server/catalogue/demoContent.ts`). */
export const demo: DemoContent = {
  account: DEMO_ACCOUNT,
  createAccount: createDemoAccount,
  catalogue: readCatalogue,
  seedComments,
  growCatalogue,
  shrinkCatalogue,
  openArtist: () => ({ ...openDrawingQueue(), stillsOf: ({ id, isComing }) => (isComing ? 3 : 6 + (id % 5)) }),
  /** Beside this file in the sources and in the build. */
  sampleFilm: `${import.meta.dirname}/sample`,
}
