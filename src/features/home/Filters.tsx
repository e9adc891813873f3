import { Link, type LinkProps } from '@tanstack/react-router'
import { TITLE_ORDERS, TITLE_TYPES } from '#contract/titleCards.ts'
import { genres } from '#data/genres.ts'
import { useRead } from '#data/hooks.ts'
import { EXACT } from '#parts/links.ts'
import { browseText } from '#text/titles.ts'
import { type BrowseSearch, orderOf } from './browseSearch.ts'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import styles from './Filters.module.css'

const TYPES = ['all', ...TITLE_TYPES] as const

/** What to see of the catalogue. Every choice is an address: it can be opened beside, shared, and gone back from. */
export function Filters({
  search,
  fixed,
  linkOf,
}: {
  search: BrowseSearch
  fixed?: 'type' | 'genre' | undefined
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
}) {
  const known = useRead(genres())
  const all = known.state === 'ready' ? known.data : []
  const genre = all.find(({ id }) => id === search.genre)
  const order = orderOf(search)
  return (
    <nav className={styles.filters} aria-label={browseText.filters}>
      {fixed !== 'type' && (
        <ul className={styles.segments} aria-label={browseText.typeLabel}>
          {TYPES.map((type) => (
            <li key={type}>
              <Link
                {...linkOf({ type })}
                activeOptions={EXACT}
                className={styles.segment}
                aria-current={search.type === type ? 'true' : undefined}
              >
                {browseText.type[type]}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link
        {...linkOf({ is_dubbed: !search.is_dubbed })}
        activeOptions={EXACT}
        className={styles.chip}
        aria-current={search.is_dubbed ? 'true' : undefined}
      >
        {browseText.dubbed}
      </Link>
      {fixed !== 'genre' && (
        <ChoiceMenu
          label={browseText.genreLabel}
          chosen={genre?.titleFa}
          choices={[
            { key: 'all', words: browseText.allGenres, link: linkOf({ genre: undefined }), isChosen: !genre },
            ...all.map(({ id, titleFa }) => ({
              key: String(id),
              words: titleFa,
              link: linkOf({ genre: id }),
              isChosen: id === search.genre,
            })),
          ]}
          columns
        />
      )}
      <ChoiceMenu
        label={browseText.orderLabel}
        chosen={browseText.order[order]}
        isUsual={search.order_by === undefined}
        choices={TITLE_ORDERS.map((one) => ({
          key: one,
          words: browseText.order[one],
          link: linkOf({ order_by: one }),
          isChosen: one === order,
        }))}
      />
    </nav>
  )
}
