import type { QueryClient } from '@tanstack/react-query'
import { MENU_QUERY_MIN } from '#contract/limits.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow, titleSearch } from '#data/areas/titles.ts'
import { startRead } from '#data/react/readHooks.ts'
import { asked, type BrowseSearch, showsSlides } from './browseSearch.ts'

/**
 * Starts what a sight of the catalogue shows. `slides`: which slideshow stands above it while nothing is filtered, when
 * there is one.
 */
export async function startBrowse(
  client: QueryClient,
  search: BrowseSearch,
  slides?: BrowseSearch['type'],
): Promise<void> {
  await Promise.all([
    isAnswered(search) ? startRead(client, titleSearch(asked(search))) : undefined,
    slides !== undefined && showsSlides(search, slides) ? startRead(client, slideshow(slides)) : undefined,
    startRead(client, genres()),
  ])
}

/** Whether the server would look for it: a search needs two characters (specification, section 5). */
export function isAnswered({ q }: { q: string }): boolean {
  return q === '' || [...q].length >= MENU_QUERY_MIN
}
