import { type OnDevice, onDevice } from '#data/areas/offlineCatalogue.ts'
import { useLive } from './useLive.ts'

/** Everything of the catalogue that opens here without a network; nothing for the first moment. */
export function useOnDevice(most: number): OnDevice | undefined {
  return useLive(async () => onDevice(most), [most], NOTHING_HERE)
}

const NOTHING_HERE: OnDevice = {
  titles: [],
  titleCount: 0,
  people: [],
  collections: [],
  genres: [],
  lists: [],
  searches: [],
  plans: [],
}
