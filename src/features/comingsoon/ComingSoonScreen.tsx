import { Link, Navigate } from '@tanstack/react-router'
import { TITLE_TYPES } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'
import { type ComingPage, comingSoon } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { FilterBar, Segments } from '#parts/lists/FilterBar.tsx'
import { Pager } from '#parts/lists/Pager.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { usePrefetchNextPage } from '#parts/lists/usePrefetchNextPage.ts'
import { comingSoonText } from '#text/comingSoon.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { type ComingSearch, writeComingSearch } from './address.ts'
import { ComingItem } from './ComingItem.tsx'
import { ComingSkeleton } from './ComingSkeleton.tsx'
import styles from './ComingSoonScreen.module.css'
import { byMonth } from './months.ts'

const TYPES = ['all', ...TITLE_TYPES] as const
/** Posters visible without scrolling, loaded eagerly. */
const EAGER = 4

/** Upcoming titles grouped by month of the Persian calendar. */
export function ComingSoonScreen({ search }: { search: ComingSearch }) {
  const view = useRead(comingSoon(search))
  const linkOf = (change: Partial<ComingSearch>) =>
    ({ to: '/comingsoon', search: writeComingSearch({ ...search, page: 1, ...change }) }) as const
  usePrefetchNextPage(view, linkOf)
  return (
    <Page title={comingSoonText.title} description={comingSoonText.about}>
      <p className={styles.note}>
        {comingSoonText.note}{' '}
        <Link to="/user/calendar" className={styles.calendar}>
          {comingSoonText.calendar}
        </Link>
      </p>
      <FilterBar label={comingSoonText.filters}>
        <Segments
          label={comingSoonText.typeLabel}
          options={TYPES.map((type) => ({
            key: type,
            text: comingSoonText.type[type],
            link: linkOf({ type }),
            isSelected: type === search.type,
          }))}
        />
      </FilterBar>
      <ReadView view={view} skeleton={<ComingSkeleton />}>
        {(page, age) => {
          const { data, meta } = page
          if (data.length === 0 && meta.total > 0 && search.page > meta.lastPage)
            return <Navigate {...linkOf({ page: meta.lastPage })} replace />
          if (data.length === 0) return <NothingComing type={search.type} />
          return (
            <>
              <ResultSummary total={meta.total} age={age} />
              <Months titles={data} />
              <Pager meta={meta} linkOf={(one) => linkOf({ page: one })} />
            </>
          )
        }}
      </ReadView>
    </Page>
  )
}

function Months({ titles }: { titles: ComingPage['data'] }) {
  const stateOf = useCardStates(titles)
  return byMonth(titles).map(({ month, titles: coming }) => (
    <section key={month} className={styles.month} aria-label={month}>
      <h2 className={styles.name}>{month}</h2>
      <ul className={styles.list}>
        {coming.map((title) => (
          <li key={title.id}>
            <ComingItem title={title} state={stateOf(title.id)} first={titles.indexOf(title) < EAGER} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function NothingComing({ type }: { type: TitleSearch['type'] }) {
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={comingSoonText.nothingOf[type] || comingSoonText.nothing}
      heading="p"
      announce
      actions={
        type === 'all' ? undefined : (
          <Link to="/comingsoon" className={buttonClass('quiet')}>
            {comingSoonText.all}
          </Link>
        )
      }
    />
  )
}
