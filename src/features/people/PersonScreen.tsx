import { Navigate, notFound } from '@tanstack/react-router'
import type { PersonCard } from '#contract/people.ts'
import { person as personOf } from '#data/areas/people.ts'
import { useCurrentPath } from '#data/react/currentPath.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { usePrefetchNextPage } from '#parts/lists/usePrefetchNextPage.ts'
import { personLink, slugOf } from '#parts/navigation/links.ts'
import { peopleText } from '#text/people.ts'
import { readText } from '#text/titles.ts'
import { Page } from '#ui/layout/Page.tsx'
import { readRole, type WorksView, writeWorksView } from './address.ts'
import { PersonHead, PersonHeadSkeleton } from './PersonHead.tsx'
import { showsKnownForCarousel } from './showsKnownForCarousel.ts'
import { usePreviousData } from './usePreviousData.ts'
import { Works, WorksSkeleton } from './Works.tsx'

/**
 * A person and one page of the works in a role. `card`: the cached card. Corrects a wrong slug in the address, or a
 * role without works.
 */
export function PersonScreen({
  id,
  role: requestedRole,
  slug,
  search,
  card,
}: {
  id: number
  role: string
  slug: string
  search: WorksView
  card: PersonCard | undefined
}) {
  const role = readRole(requestedRole)
  const read = personOf(id, { ...search, role })
  const view = useRead(read)
  const currentPath = useCurrentPath(read.key)
  const details = usePreviousData(id, view)?.data
  const known = details ?? card
  const rightRole = details && !(role && details.roles.includes(role)) ? (details.roles[0] ?? details.job) : role
  const shownRole = rightRole ?? known?.job ?? 'actor'
  const link = known
    ? personLink(known, shownRole)
    : ({ to: '/people/$role/$id/$slug', params: { role: shownRole, id: String(id), slug } } as const)
  const linkOf = (change: Partial<WorksView>) =>
    ({ ...link, search: writeWorksView({ ...search, page: 1, ...change }) }) as const
  usePrefetchNextPage(view.state === 'ready' ? { ...view, data: { meta: view.data.meta } } : view, linkOf)
  if (currentPath !== undefined) return <Navigate to={currentPath} replace />
  if (view.state === 'missing') throw notFound()

  const isRight = !known || (slugOf(known.path, 4) === slug && (rightRole === undefined || rightRole === requestedRole))
  const name = known ? known.fullnameFa || known.fullnameEn : readText.loading
  const isHeadless = !known && view.state !== 'loading'
  return (
    <Page
      title={name}
      description={details?.biography ?? (known ? peopleText.about(name) : undefined)}
      heading={null}
      bleed
    >
      {!isRight && <Navigate {...linkOf({ page: search.page })} replace resetScroll={false} />}
      {known ? <PersonHead known={known} details={details} /> : !isHeadless && <PersonHeadSkeleton />}
      {details && showsKnownForCarousel(details.knownFor) && (
        <TitleCarousel
          title={peopleText.knownFor}
          view={{ state: 'ready', data: details.knownFor, at: 0, offline: false, refreshing: false }}
        />
      )}
      {/* Waits for the header's final height, because no placeholder can hold a position below it. */}
      {(details || view.state !== 'loading') && (
        <Works role={shownRole} roles={details?.roles ?? [shownRole]} known={known} search={search} linkOf={linkOf}>
          {(shown) => (
            <ReadView view={view} skeleton={<WorksSkeleton />} heading={isHeadless ? 'h1' : 'p'}>
              {({ data, meta }, age) => shown({ data: data.titles, meta }, age)}
            </ReadView>
          )}
        </Works>
      )}
    </Page>
  )
}
