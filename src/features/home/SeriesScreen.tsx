import { Slideshow } from '#features/home/hero/Slideshow.tsx'
import { browseText } from '#text/titles.ts'
import { BrowseScreen } from './BrowseScreen.tsx'
import { type BrowseSearch, searchWith, showsSlides } from './browseSearch.ts'

/** All series (docs/specification.md, section 2: `tv`). */
export function SeriesScreen({ search }: { search: BrowseSearch }) {
  return (
    <BrowseScreen
      title={browseText.seriesTitle}
      description={browseText.seriesAbout}
      hero={showsSlides(search, 'series') ? <Slideshow type="series" /> : undefined}
      search={search}
      fixed="type"
      linkOf={(change) => ({ to: '/tv', search: { ...searchWith(search, change), type: undefined } })}
    />
  )
}
