import { type ReactNode, useRef } from 'react'
import type { CollectionCard } from '#contract/collections.ts'
import type { ComingTitle } from '#contract/titles.ts'
import { collections, collectionTitles } from '#data/areas/collections.ts'
import { comingSoon, similarTitles, titleSearch } from '#data/areas/titles.ts'
import type { SavedTitle } from '#data/areas/watchlist.ts'
import { clock } from '#data/platform/clock.ts'
import { useWatchlist } from '#data/react/listHooks.ts'
import { useRead } from '#data/react/readHooks.ts'
import { CollectionCover } from '#parts/cards/CollectionCover.tsx'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { comingSoonText, daysLeft } from '#text/comingSoon.ts'
import { browseText } from '#text/titles.ts'
import { useNear } from '#ui/browser/useNear.ts'
import { Carousel } from '#ui/lists/Carousel.tsx'
import { firstTitles } from './FreshRow.tsx'
import styles from './HomeRows.module.css'
import { RowEnd } from './RowEnd.tsx'

const MAX_COLLECTIONS = 12

/**
 * Rows of the home below its first screen. Each makes one call, when it comes near the window, or shows what the device
 * has; an empty or failed row is not shown (docs/product.md#screen-states).
 */
export function HomeRows() {
  const saved = useWatchlist()
  const newest = saved.state === 'ready' ? saved.items[0] : undefined
  return (
    <>
      <NearRow>
        <DubbedRow />
      </NearRow>
      <NearRow>
        <CollectionsRow />
      </NearRow>
      <NearRow>
        <ComingRow />
      </NearRow>
      {newest && (
        <NearRow>
          <LikeSavedRow newest={newest} />
        </NearRow>
      )}
    </>
  )
}

/** Reserves the height of a row until it comes near. */
function NearRow({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  return isNear ? children : <div ref={place} className={styles.reserved} />
}

/** The key is that of the list's own screen, so that each opens offline once the other was seen. */
function DubbedRow() {
  const view = useRead(titleSearch({ order_by: 'newest', is_dubbed: true }))
  return (
    <TitleCarousel
      title={browseText.rows.dubbed}
      view={firstTitles(view)}
      end={<RowEnd row={browseText.rows.dubbed} link={{ to: '/', search: { is_dubbed: 1 } }} />}
    />
  )
}

function CollectionsRow() {
  const view = useRead(collections())
  if (view.state === 'loading') return <div className={styles.reserved} />
  if (view.state !== 'ready' || view.data.length === 0) return null
  return <Covers cards={view.data.slice(0, MAX_COLLECTIONS)} />
}

function Covers({ cards }: { cards: CollectionCard[] }) {
  const isInReach = useAvailability(cards.map(({ id }) => collectionTitles(id, { order: 'own', page: 1 })))
  return (
    <div className={styles.collections}>
      <Carousel
        title={browseText.rows.collections}
        end={<RowEnd row={browseText.rows.collections} link={{ to: '/collections' }} />}
      >
        {cards.map((card, at) => (
          <li key={card.id}>
            <CollectionCover card={card} outOfReach={!isInReach(at)} first={false} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}

function ComingRow() {
  const view = useRead(comingSoon({ type: 'all', page: 1 }))
  return (
    <TitleCarousel
      title={browseText.rows.coming}
      view={view.state === 'ready' ? { ...view, data: view.data.data.slice(0, MAX_COLLECTIONS) } : view}
      factsOf={releaseWords}
      end={<RowEnd row={browseText.rows.coming} link={{ to: '/comingsoon' }} />}
    />
  )
}

function releaseWords({ releasedAt }: ComingTitle): string {
  return releasedAt === null ? comingSoonText.noDay : daysLeft(releasedAt, clock.now())
}

/** Titles similar to the one saved last. */
function LikeSavedRow({ newest }: { newest: SavedTitle }) {
  const view = useRead(similarTitles(newest.titleId))
  return <TitleCarousel title={browseText.rows.saved(newest.card.titleFa || newest.card.titleEn)} view={view} />
}
