import { watchlistText } from '#text/watchlist.ts'
import { FilterInput } from '#ui/controls/FilterInput.tsx'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import { Select } from '#ui/controls/Select.tsx'
import { GridIcon, ListIcon } from '#ui/icons/icons.tsx'
import styles from './WatchlistBar.module.css'
import { WATCHLIST_SORTS, WATCHLIST_TYPES, type WatchlistSearch } from './watchlistSearch.ts'

export const WATCHLIST_LOOKS = ['grid', 'list'] as const
export type WatchlistLook = (typeof WATCHLIST_LOOKS)[number]

const TYPES = WATCHLIST_TYPES.map((value) => ({ value, label: watchlistText.type[value] }))
const SORTS = WATCHLIST_SORTS.map((value) => ({ value, label: watchlistText.sort[value] }))
const LOOKS = [
  { value: 'grid', label: watchlistText.look.grid, icon: <GridIcon size={20} /> },
  { value: 'list', label: watchlistText.look.list, icon: <ListIcon size={20} /> },
] as const

/** Filter and sort order of the watchlist. */
export function WatchlistBar({
  search,
  onSearch,
}: {
  search: WatchlistSearch
  onSearch: (search: WatchlistSearch) => void
}) {
  return (
    <search className={styles.bar}>
      <FilterInput
        label={watchlistText.search}
        clearLabel={watchlistText.clearSearch}
        value={search.q}
        onChange={(q) => onSearch({ ...search, q })}
      />
      <SegmentedControl
        label={watchlistText.typeLabel}
        options={TYPES}
        value={search.type}
        onChange={(type) => onSearch({ ...search, type })}
      />
      <Select
        label={watchlistText.sortLabel}
        options={SORTS}
        value={search.sort}
        onChange={(sort) => onSearch({ ...search, sort })}
      />
    </search>
  )
}

/** Grid or list. */
export function LookChoice({ look, onLook }: { look: WatchlistLook; onLook: (look: WatchlistLook) => void }) {
  return <SegmentedControl label={watchlistText.lookLabel} options={LOOKS} value={look} onChange={onLook} />
}
