import { type OfflineCatalogue, offlineCatalogue } from '#data/areas/offlineCatalogue.ts'
import { useLive } from './useLive.ts'

/** Returns the catalogue pages that open offline; undefined until loaded. */
export function useOfflineCatalogue(limit: number): OfflineCatalogue | undefined {
  return useLive(async () => offlineCatalogue(limit), [limit], EMPTY_CATALOGUE)
}

const EMPTY_CATALOGUE: OfflineCatalogue = {
  titles: [],
  titleCount: 0,
  people: [],
  collections: [],
  genres: [],
  lists: [],
  searches: [],
  plans: [],
}
