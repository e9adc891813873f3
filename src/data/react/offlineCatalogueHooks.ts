import { type OfflineCatalogue, offlineCatalogue } from '#data/areas/offlineCatalogue.ts'
import { useLive } from './useLive.ts'

/** Everything of the catalogue that opens here without a network; nothing for the first moment. */
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
