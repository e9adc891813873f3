import type { LinkProps } from '@tanstack/react-router'
import { TITLE_ORDERS, TITLE_TYPES } from '#contract/titleCards.ts'
import { genres } from '#data/areas/genres.ts'
import { useRead } from '#data/react/readHooks.ts'
import { FilterBar, FilterChip, Segments } from '#parts/lists/FilterBar.tsx'
import { FilterMenu } from '#parts/lists/FilterMenu.tsx'
import { browseText } from '#text/titles.ts'
import type { FixedFilter } from './browseRead.ts'
import { type BrowseSearch, orderOf } from './browseSearch.ts'

const TYPES = ['all', ...TITLE_TYPES] as const

/**
 * Filters of the catalogue. Every option is a link, so it can be opened in a new tab, shared and undone with the back
 * button.
 */
export function Filters({
  search,
  fixed,
  linkOf,
}: {
  search: BrowseSearch
  fixed?: FixedFilter | undefined
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
}) {
  const genreList = useRead(genres())
  const allGenres = genreList.state === 'ready' ? genreList.data : []
  const genre = allGenres.find(({ id }) => id === search.genre)
  const order = orderOf(search)
  return (
    <FilterBar label={browseText.filters}>
      {fixed !== 'type' && (
        <Segments
          label={browseText.typeLabel}
          options={TYPES.map((type) => ({
            key: type,
            text: browseText.type[type],
            link: linkOf({ type }),
            isSelected: search.type === type,
          }))}
        />
      )}
      <FilterChip
        text={browseText.dubbed}
        link={linkOf({ is_dubbed: !search.is_dubbed })}
        isSelected={search.is_dubbed}
      />
      {fixed !== 'genre' && (
        <FilterMenu
          label={browseText.genreLabel}
          selected={genre?.titleFa}
          options={[
            { key: 'all', text: browseText.allGenres, link: linkOf({ genre: undefined }), isSelected: !genre },
            ...allGenres.map(({ id, titleFa }) => ({
              key: String(id),
              text: titleFa,
              link: linkOf({ genre: id }),
              isSelected: id === search.genre,
            })),
          ]}
          columns
        />
      )}
      <FilterMenu
        label={browseText.orderLabel}
        selected={browseText.order[order]}
        isDefault={search.order_by === undefined}
        options={TITLE_ORDERS.map((one) => ({
          key: one,
          text: browseText.order[one],
          link: linkOf({ order_by: one }),
          isSelected: one === order,
        }))}
      />
    </FilterBar>
  )
}
