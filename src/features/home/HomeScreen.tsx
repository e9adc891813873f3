import { memo, type ReactNode } from 'react'
import { genres } from '#data/areas/genres.ts'
import type { TitlePage } from '#data/areas/titles.ts'
import { useRead, type View } from '#data/react/readHooks.ts'
import { Slideshow } from '#features/home/hero/Slideshow.tsx'
import { ResultsScreen } from '#features/home/results/ResultsScreen.tsx'
import { ContinueSlot } from '#features/home/rows/ContinueSlot.tsx'
import { FreshRow } from '#features/home/rows/FreshRow.tsx'
import { LaterRows } from '#features/home/rows/LaterRows.tsx'
import { browseText, listTitle } from '#text/titles.ts'
import { useIsMobile } from '#ui/browser/useIsMobile.ts'
import { BrowseScreen } from './BrowseScreen.tsx'
import { type BrowseSearch, searchWith, showsSlides } from './browseSearch.ts'

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
      hero={isHome ? <HomeHead /> : undefined}
      renderRows={isHome ? renderHomeRows : undefined}
      search={search}
      linkOf={(change) => ({ to: '/', search: searchWith(search, change) })}
    />
  )
}

/** Members continue watching first: on a phone above the hero, on a desk below its wide picture. */
function HomeHead() {
  const isMobile = useIsMobile()
  const continues = <ContinueSlot />
  return (
    <>
      {isMobile && continues}
      <Slideshow type="all" />
      {!isMobile && continues}
    </>
  )
}

function renderHomeRows(view: View<TitlePage>): ReactNode {
  return (
    <>
      <FreshRow view={view} />
      <LaterRows />
    </>
  )
}
