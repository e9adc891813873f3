import type { HydrationData } from '#contract/hydrationData.ts'
import { PER_PAGE } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { carriedGenres } from './genres/countedGenres.ts'
import { browseTitles } from './search/browseTitles.ts'
import { slidesOf } from './slideshow.ts'

/** The content of the unfiltered home: the replies to the calls that its screen would make. */
export async function firstScreen(database: Database, now: Date): Promise<Omit<HydrationData, 'at'>> {
  const [slides, { cards, total }, genres] = await Promise.all([
    slidesOf(database, 'all', now),
    browseTitles(database, { type: 'all', is_dubbed: false, genre: undefined }, 'newest', {
      offset: 0,
      limit: PER_PAGE,
    }),
    carriedGenres(database),
  ])
  return { slides, titles: { data: cards, meta: pageMeta({ page: 1, perPage: PER_PAGE, total }) }, genres }
}
