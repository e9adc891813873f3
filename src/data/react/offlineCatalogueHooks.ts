import { type OfflineCatalogue, offlineCatalogue } from '#data/areas/offlineCatalogue.ts'
import { useLive } from './useLive.ts'

/** Returns the catalogue pages that open offline; undefined until loaded. */
export function useOfflineCatalogue(most: number): OfflineCatalogue | undefined {
  return useLive(async () => offlineCatalogue(most), [most], NOTHING_HERE)
}

const NOTHING_HERE: OfflineCatalogue = {
  titles: [],
  titleCount: 0,
  people: [],
  collections: [],
  genres: [],
  lists: [],
  searches: [],
  plans: [],
}
