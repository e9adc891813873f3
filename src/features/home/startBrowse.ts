import type { QueryClient } from '@tanstack/react-query'
import { MENU_QUERY_MIN } from '#contract/limits.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow } from '#data/areas/titles.ts'
import { startRead } from '#data/react/readHooks.ts'
import { browseRead, type FixedFilter } from './browseRead.ts'
import { type BrowseSearch, showsSlides } from './browseSearch.ts'

/**
 * Loads the content of a catalogue view. `slides`: the slideshow shown above an unfiltered view, if any. `fixed`: the
 * filter that the route implies.
 */
export async function startBrowse(
  client: QueryClient,
  search: BrowseSearch,
  { slides, fixed }: { slides?: BrowseSearch['type']; fixed?: FixedFilter } = {},
): Promise<void> {
  await Promise.all([
    isLongEnoughQuery(search) ? startRead(client, browseRead(search, fixed)) : undefined,
    slides !== undefined && showsSlides(search, slides) ? startRead(client, slideshow(slides)) : undefined,
    startRead(client, genres()),
  ])
}

/** Whether the server searches for this query: at least two characters (docs/specification.md, section 5). */
export function isLongEnoughQuery({ q }: { q: string }): boolean {
  return q === '' || [...q].length >= MENU_QUERY_MIN
}
