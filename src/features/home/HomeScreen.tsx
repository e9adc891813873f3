import { memo } from 'react'
import { genres } from '#data/areas/genres.ts'
import { useRead } from '#data/react/readHooks.ts'
import { browseText, listTitle } from '#text/titles.ts'
import { BrowseScreen } from './BrowseScreen.tsx'
import { type BrowseSearch, searchWith, showsSlides } from './browseSearch.ts'
import { ContinueRow } from './ContinueRow.tsx'
import { ResultsScreen } from './ResultsScreen.tsx'
import { Slideshow } from './Slideshow.tsx'

/** The home page: slideshow and full catalogue, a filtered view, or search results. */
export const HomeScreen = memo(PlainHome, (before, now) => JSON.stringify(before) === JSON.stringify(now))

function PlainHome({ search }: { search: BrowseSearch }) {
  const genreList = useRead(genres())
  if (search.q !== '') return <ResultsScreen search={search} />
  const isHome = showsSlides(search, 'all')
  const genre = genreList.state === 'ready' ? genreList.data.find(({ id }) => id === search.genre)?.titleFa : undefined
  const listed = listTitle({ type: search.type, dubbed: search.is_dubbed, genre })
  return (
    <BrowseScreen
      title={isHome ? browseText.home : listed}
      listHeading={listed}
      hero={
        isHome ? (
          <>
            <Slideshow type="all" />
            <ContinueRow />
          </>
        ) : undefined
      }
      search={search}
      linkOf={(change) => ({ to: '/', search: searchWith(search, change) })}
    />
  )
}
