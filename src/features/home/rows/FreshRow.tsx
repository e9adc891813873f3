import type { TitlePage } from '#data/areas/titles.ts'
import type { View } from '#data/react/readHooks.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { browseText } from '#text/titles.ts'
import { RowEnd } from './RowEnd.tsx'

/** Maximum number of titles in a row of the home. */
const MAX_TITLES = 12

/** The newest titles: the first of the catalogue's first page, which the home reads anyway. */
export function FreshRow({ view }: { view: View<TitlePage> }) {
  return (
    <TitleCarousel
      title={browseText.rows.fresh}
      view={firstTitles(view)}
      end={<RowEnd row={browseText.rows.fresh} link={{ to: '/', search: { order_by: 'newest' } }} />}
    />
  )
}

export function firstTitles(view: View<TitlePage>): View<TitlePage['data']> {
  return view.state === 'ready' ? { ...view, data: view.data.data.slice(0, MAX_TITLES) } : view
}
