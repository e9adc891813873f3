import { genreTitles, type TitlePage, titleSearch } from '#data/areas/titles.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { type BrowseSearch, queryOf } from './browseSearch.ts'

/** The filter that the route of a view implies. */
export type FixedFilter = 'type' | 'genre'

/** The titles of a catalogue view. The page of a genre has its own call. */
export function browseRead(search: BrowseSearch, fixed?: FixedFilter): Read<TitlePage> {
  const query = queryOf(search)
  return fixed === 'genre' && search.genre !== undefined
    ? genreTitles({ ...query, genre: search.genre })
    : titleSearch(query)
}
