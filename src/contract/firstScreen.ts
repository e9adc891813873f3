import * as v from 'valibot'
import { Genre } from './genres.ts'
import { page } from './shapes.ts'
import { TitleCard } from './titleCards.ts'
import { Slide } from './titles.ts'

/** The element of the page that holds it, as JSON. */
export const FIRST_SCREEN_ID = 'first-screen'

/**
 * What the server puts into the page of the home, drawn and as data, so that it stands there before any script has run and
 * nothing of it is asked for again. The same for everybody. `at`: when it was true, ms on the server's clock.
 */
export const FirstScreen = v.object({
  at: v.number(),
  slides: v.array(Slide),
  titles: page(TitleCard),
  genres: v.array(Genre),
})
export type FirstScreen = v.InferOutput<typeof FirstScreen>
