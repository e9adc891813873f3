import * as v from 'valibot'
import { Genre } from './genres.ts'
import { page } from './shapes.ts'
import { TitleCard } from './titleCards.ts'
import { Slide } from './titles.ts'

/** Id of the script element that holds the hydration data as JSON. */
export const HYDRATION_DATA_ID = 'first-screen'

/**
 * The hydration data of the prerendered home, the same for every visitor: the page renders before any script runs and
 * requests nothing again. `at`: when the server read it, in ms of the server's clock.
 */
export const HydrationData = v.object({
  at: v.number(),
  slides: v.array(Slide),
  titles: page(TitleCard),
  genres: v.array(Genre),
})
export type HydrationData = v.InferOutput<typeof HydrationData>
