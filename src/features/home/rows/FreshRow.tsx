import type { TitlePage } from '#data/areas/titles.ts'
import type { View } from '#data/react/readHooks.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { browseText } from '#text/titles.ts'
import { RowEnd } from './RowEnd.tsx'

/** Maximum number of titles in a row of the home. */
const MAX_TITLES = 12
/** Fewer, enough for a wide window: this row is part of the prerendered page, and each card adds to its hydration. */
const MAX_FRESH = 8

/** The newest titles: the first of the catalogue's first page, which the home reads anyway. */
export function FreshRow({ view }: { view: View<TitlePage> }) {
  return (
    <TitleCarousel
      title={browseText.rows.fresh}
      view={firstTitles(view, MAX_FRESH)}
      end={<RowEnd row={browseText.rows.fresh} link={{ to: '/', search: { order_by: 'newest' } }} />}
    />
  )
}

export function firstTitles(view: View<TitlePage>, max = MAX_TITLES): View<TitlePage['data']> {
  return view.state === 'ready' ? { ...view, data: view.data.data.slice(0, max) } : view
}
