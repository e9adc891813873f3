import { Navigate, notFound } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { slugOf, titleLink } from '#parts/navigation/links.ts'
import { readText, titleText } from '#text/titles.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Credits } from './Credits.tsx'
import { Comments } from './comments/Comments.tsx'
import { DeferredContent } from './DeferredContent.tsx'
import { DownloadSlot, type RenderDownload } from './downloadSlot.ts'
import { TitleHead, TitleHeadSkeleton } from './head/TitleHead.tsx'
import { RelatedTitles } from './RelatedTitles.tsx'
import { Seasons } from './Seasons.tsx'
import { TitleBody, TitleBodySkeleton } from './TitleBody.tsx'

/** Renders the download button of a film or episode, which belongs to another feature. */
export type DownloadSlotRenderer = RenderDownload

/**
 * A title page. `card`: the cached card, rendered as the page's head until the title arrives. Corrects a wrong slug in
 * the address.
 */
export function TitleScreen({
  id,
  slug,
  dub,
  card,
  keep,
}: {
  id: number
  slug: string
  dub: boolean
  card: TitleCard | undefined
  keep: DownloadSlotRenderer
}) {
  const asked = useRead(titleOf(id, dub))
  // The dubbed and the original version differ little: shows the other one until the requested one arrives.
  const other = useRead(titleOf(id, !dub), { enabled: false })
  const isLate = asked.state === 'loading' || asked.state === 'unseen'
  const view = isLate && other.state === 'ready' ? other : asked
  if (view.state === 'missing') throw notFound()
  const title = view.state === 'ready' ? view.data : undefined
  const known = title ?? card
  return (
    <DownloadSlot value={keep}>
      <Page
        title={known ? known.titleFa || known.titleEn : readText.loading}
        description={title?.synopsis ?? (known && titleText.about(known))}
        heading={null}
        bleed
      >
        {known && slugOf(known.path) !== slug && (
          <Navigate {...titleLink(known)} search={{ dub: dub ? 1 : undefined }} replace resetScroll={false} />
        )}
        {known ? (
          <TitleHead key={`head ${id}`} known={known} title={title} dub={dub} />
        ) : (
          view.state === 'loading' && <TitleHeadSkeleton />
        )}
        <ReadView view={view} skeleton={<TitleBodySkeleton />} heading={known ? 'p' : 'h1'}>
          {(whole, age) => <TitleBody title={whole} age={age} />}
        </ReadView>
        {/* Waits for the content above, which would push it down otherwise. */}
        {view.state !== 'loading' && (
          <DeferredContent key={`below ${id}`}>
            {title && <Credits title={title} />}
            {title && title.seasons.length > 0 && <Seasons title={title} />}
            <RelatedTitles id={id} title={title} />
            {known && <Comments title={known} />}
          </DeferredContent>
        )}
      </Page>
    </DownloadSlot>
  )
}
