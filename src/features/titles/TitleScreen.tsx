import { Navigate, notFound } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { useCurrentPath } from '#data/react/currentPath.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { isDubChosen, languageOfVersion, useLanguageChoice } from '#parts/navigation/languageChoice.ts'
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
  renderDownload,
}: {
  id: number
  slug: string
  dub: boolean
  card: TitleCard | undefined
  renderDownload: DownloadSlotRenderer
}) {
  const requested = useRead(titleOf(id, dub))
  // The dubbed and the original version differ little: shows the other one until the requested one arrives.
  const otherVersion = useRead(titleOf(id, !dub), { enabled: false })
  const isMissingRequested = requested.state === 'loading' || requested.state === 'unseen'
  const view = isMissingRequested && otherVersion.state === 'ready' ? otherVersion : requested
  const currentPath = useCurrentPath(titleOf(id, dub).key)
  const [language, setLanguage] = useLanguageChoice()
  const chosenDub = dub || isDubChosen(language)
  // A merged title, which this device may have cached.
  if (currentPath !== undefined) return <Navigate to={currentPath} replace />
  if (view.state === 'missing') throw notFound()
  const title = view.state === 'ready' ? view.data : undefined
  const head = title ?? card
  return (
    <DownloadSlot value={renderDownload}>
      <Page
        title={head ? head.titleFa || head.titleEn : readText.loading}
        description={title?.synopsis ?? (head && titleText.about(head))}
        heading={null}
        bleed
      >
        {head && slugOf(head.path) !== slug && (
          <Navigate {...titleLink(head)} search={{ dub: dub ? 1 : undefined }} replace resetScroll={false} />
        )}
        {head ? (
          <TitleHead
            key={`head ${id}`}
            card={head}
            title={title}
            chosenDub={chosenDub}
            onChoose={(isDub) => setLanguage(languageOfVersion(head, isDub))}
          />
        ) : (
          view.state === 'loading' && <TitleHeadSkeleton />
        )}
        <ReadView view={view} skeleton={<TitleBodySkeleton />} heading={head ? 'p' : 'h1'}>
          {(loaded, age) => <TitleBody title={loaded} age={age} />}
        </ReadView>
        {/* Waits for the content above, which would push it down otherwise. */}
        {view.state !== 'loading' && (
          <DeferredContent key={`below ${id}`}>
            {title && <Credits title={title} />}
            {title && title.seasons.length > 0 && <Seasons title={title} chosenDub={chosenDub} />}
            <RelatedTitles id={id} title={title} />
            {head && <Comments title={head} />}
          </DeferredContent>
        )}
      </Page>
    </DownloadSlot>
  )
}
