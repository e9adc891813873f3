import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PersonCard, PersonRole } from '#contract/people.ts'
import { TITLE_ORDERS } from '#contract/titleCards.ts'
import type { TitlePage } from '#data/areas/titles.ts'
import { FilterBar, Segments } from '#parts/lists/FilterBar.tsx'
import { FilterMenu } from '#parts/lists/FilterMenu.tsx'
import { TitlePages, TitlePagesSkeleton } from '#parts/lists/TitlePages.tsx'
import { personLink } from '#parts/navigation/links.ts'
import { peopleText } from '#text/people.ts'
import { browseText } from '#text/titles.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { type WorksView, writeWorksView } from './address.ts'
import styles from './Works.module.css'

/** Anchor of the works, the scroll target of pagination links. */
const WORKS = 'works'
/** The first two rows on a phone, loaded eagerly when the works follow the header directly. */
const EAGER = 6

/** The works of a person in a role, with controls for role and order. */
export function Works({
  role,
  roles,
  known,
  search,
  linkOf,
  children,
}: {
  role: PersonRole
  /** Roles that have works. */
  roles: readonly PersonRole[]
  known: PersonCard | undefined
  search: WorksView
  linkOf: (change: Partial<WorksView>) => LinkProps
  /** Receives a function that renders a page of works. */
  children: (shown: (titles: TitlePage, age: string | undefined) => ReactNode) => ReactNode
}) {
  return (
    <section className={styles.works} id={WORKS} aria-label={peopleText.works[role]}>
      {known && (
        <>
          <h2 className={styles.heading}>{peopleText.works[role]}</h2>
          <FilterBar label={browseText.filters}>
            {roles.length > 1 && (
              <Segments
                label={peopleText.roles}
                options={roles.map((one) => ({
                  key: one,
                  text: peopleText.role[one],
                  link: {
                    ...personLink(known, one),
                    search: writeWorksView({ ...search, page: 1 }),
                    resetScroll: false,
                  },
                  isSelected: one === role,
                }))}
              />
            )}
            <FilterMenu
              label={browseText.orderLabel}
              selected={browseText.order[search.order]}
              isDefault={search.order === 'newest'}
              options={TITLE_ORDERS.map((order) => ({
                key: order,
                text: browseText.order[order],
                link: { ...linkOf({ order }), resetScroll: false },
                isSelected: order === search.order,
              }))}
            />
          </FilterBar>
        </>
      )}
      {children((titles, age) => (
        <TitlePages
          titles={titles}
          age={age}
          page={search.page}
          label={peopleText.works[role]}
          eager={EAGER}
          empty={<EmptyState drawing={<EmptyDrawing />} title={peopleText.nothing} heading="p" announce />}
          linkOf={(page) => ({ ...linkOf({ page }), hash: WORKS })}
        />
      ))}
    </section>
  )
}

export function WorksSkeleton() {
  return <TitlePagesSkeleton count={12} />
}
