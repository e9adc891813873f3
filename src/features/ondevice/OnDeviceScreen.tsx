import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListName } from '#data/areas/offlineCatalogue.ts'
import { useOfflineCatalogue } from '#data/react/offlineCatalogueHooks.ts'
import { useReachable, useSession } from '#data/react/readHooks.ts'
import { CountTiles } from '#parts/cards/CountTiles.tsx'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { TitleGrid, TitleGridSkeleton } from '#parts/lists/TitleGrid.tsx'
import { collectionLink, genreLink, personLink } from '#parts/navigation/links.ts'
import { useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { onDeviceText } from '#text/onDevice.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Chips } from './Chips.tsx'
import { MetricsSection } from './MetricsSection.tsx'
import styles from './OnDeviceScreen.module.css'
import { StorageSection } from './StorageSection.tsx'

/** Titles shown initially and added by each "more". */
const PAGE_SIZE = 24

/** Paths of the cached lists. */
const PATHS = {
  home: '/',
  series: '/tv',
  dubbed: '/',
  categories: '/categories',
  collections: '/collections',
  comingSoon: '/comingsoon',
  plans: '/premium/plans',
} as const satisfies Record<ListName, string>

/** Everything that is available offline, and its storage. Other features render their parts through props. */
export function OnDeviceScreen({
  pack,
  downloads,
  install,
}: {
  pack?: ReactNode
  downloads?: ReactNode
  install?: ReactNode
}) {
  const session = useSession()
  const isMember = session.state === 'member' || (session.state === 'unknown' && session.likely)
  const reachable = useReachable()
  return (
    <Page title={onDeviceText.title} unlisted>
      <p className={styles.note}>{reachable ? onDeviceText.note : onDeviceText.offlineNote}</p>
      {isMember && <CountTiles />}
      {isMember && pack}
      {downloads}
      <CachedTitles>
        <div className={styles.panels}>
          <StorageSection />
          {install}
          <MetricsSection />
        </div>
      </CachedTitles>
    </Page>
  )
}

/** `children` follow below it and wait for it, because the number of cached titles is unknown before. */
function CachedTitles({ children }: { children: ReactNode }) {
  const [limit, setLimit] = useHistoryNumber('seen titles', PAGE_SIZE)
  const seen = useOfflineCatalogue(limit)
  if (!seen) {
    return (
      <section className={styles.section}>
        <TitleGridSkeleton count={6} />
      </section>
    )
  }
  const { titles, titleCount, ...others } = seen
  if (titleCount === 0 && Object.values(others).every(({ length }) => length === 0)) {
    return (
      <>
        <Nothing />
        {children}
      </>
    )
  }
  const { people, collections, genres, lists, searches, plans } = others
  return (
    <>
      <Chips
        title={onDeviceText.lists}
        items={lists.map(({ name, search }) => ({
          key: name,
          link: { to: PATHS[name], search },
          name: onDeviceText.listNames[name],
        }))}
      />
      {titleCount > 0 && (
        <section className={styles.section} aria-labelledby="seen-titles">
          <h2 id="seen-titles" className={styles.title}>
            {onDeviceText.titles}
            <span className={styles.count}>{onDeviceText.count(titleCount)}</span>
          </h2>
          <TitleGrid titles={titles} label={onDeviceText.titles} eager={6} />
          {titleCount > limit && (
            <div className={styles.more}>
              <Button onClick={() => setLimit(limit + PAGE_SIZE)}>{onDeviceText.more}</Button>
            </div>
          )}
        </section>
      )}
      <Chips
        title={onDeviceText.collections}
        items={collections.map(({ collection, search }) => ({
          key: collection.id,
          link: { ...collectionLink(collection), search },
          name: collection.titleFa,
        }))}
      />
      <Chips
        title={onDeviceText.searches}
        items={searches.map(({ q, search }) => ({ key: q, link: { to: '/', search }, name: q }))}
      />
      <Chips
        title={onDeviceText.genres}
        items={genres.map(({ genre, search }) => ({
          key: genre.id,
          link: { ...genreLink(genre), search },
          name: genre.titleFa,
        }))}
      />
      <Chips
        title={onDeviceText.plans}
        items={plans.map(({ id, name }) => ({
          key: id,
          link: { to: '/premium/plans/$id', params: { id: String(id) } },
          name,
        }))}
      />
      <Chips
        title={onDeviceText.people}
        items={people.map(({ person, role, search }) => ({
          key: person.id,
          link: { ...personLink(person, role), search },
          name: person.fullnameFa || person.fullnameEn,
          image: person.image,
        }))}
      />
      {children}
    </>
  )
}

function Nothing() {
  return (
    <EmptyListState title={onDeviceText.empty} note={onDeviceText.emptyNote}>
      <Link to="/" className={buttonClass('solid')}>
        {onDeviceText.browse}
      </Link>
    </EmptyListState>
  )
}
