import { Link, Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { useCurrentPath } from '#data/react/currentPath.ts'
import { useFiles } from '#data/react/fileHooks.ts'
import { useRead } from '#data/react/readHooks.ts'
import { WatchlistButton } from '#parts/actions/WatchlistButton.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { useLanguageChoice } from '#parts/navigation/languageChoice.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { filesText } from '#text/files.ts'
import { readText } from '#text/titles.ts'
import { useStoredChoice } from '#ui/browser/useStoredChoice.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { FileList } from './FileList.tsx'
import { FilesHead } from './FilesHead.tsx'
import { FilesSkeleton } from './FilesSkeleton.tsx'
import type { FileSlot } from './fileSlot.ts'
import { type FilesAddress, QUALITY_CHOICES } from './filesSearch.ts'

/**
 * The versions of a title, to play and to download. `card`: the cached card. Filters missing from the address default
 * to the user's last choice for any title.
 */
export function FilesScreen({
  id,
  address,
  card,
  renderDownload,
}: {
  id: number
  address: FilesAddress
  card: TitleCard | undefined
  /** Renders the download button of a version. */
  renderDownload?: FileSlot | undefined
}) {
  const about = useRead(titleOf(id))
  const files = useFiles(id)
  const title: Title | undefined = about.state === 'ready' ? about.data : undefined
  const known = title ?? card
  const name = known && (known.titleFa || known.titleEn)
  const filters = useFileFilters(address)
  const currentPath = useCurrentPath(titleOf(id).key)
  if (currentPath !== undefined) return <Navigate to={currentPath.replace(/[^/]*$/, 'files')} replace />
  // A title that the server does not know has no files, so one of the two answers decides.
  const view = about.state === 'missing' ? about : files.view
  return (
    <Page
      title={name === undefined ? filesText.unnamed : filesText.title(name)}
      description={name === undefined ? undefined : filesText.about(name)}
      heading={null}
    >
      <FilesHead known={known} isLoading={view.state === 'loading'} />
      <ReadView
        view={view}
        skeleton={<FilesSkeleton />}
        heading={known ? 'p' : 'h1'}
        isEmpty={(all) => all.length === 0}
        empty={<NoFiles known={known} />}
      >
        {(all, age) => (
          <>
            <p role="status">{age}</p>
            {known && (
              <FileList
                title={known}
                seasons={title?.seasons ?? []}
                files={all}
                renew={files.renew}
                address={address}
                filters={filters}
                renderDownload={renderDownload}
              />
            )}
          </>
        )}
      </ReadView>
      {known === undefined && view.state === 'ready' && <p role="status">{readText.loading}</p>}
    </Page>
  )
}

/** The filters from the address, otherwise the last ones chosen. */
function useFileFilters({ quality, language }: FilesAddress): { quality: string; language: string } {
  const [lastQuality, setLastQuality] = useStoredChoice('parde-file-quality', QUALITY_CHOICES)
  const [lastLanguage, setLastLanguage] = useLanguageChoice()
  useEffect(() => {
    const known = QUALITY_CHOICES.find((one) => one === quality || one === `${quality}p`)
    if (known !== undefined && known !== lastQuality) setLastQuality(known)
    if (language !== undefined && language !== lastLanguage) setLastLanguage(language)
  }, [quality, language, lastQuality, lastLanguage, setLastQuality, setLastLanguage])
  return { quality: quality ?? lastQuality, language: language ?? lastLanguage }
}

function NoFiles({ known }: { known: TitleCard | undefined }) {
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={filesText.none}
      actions={
        known && (
          <>
            <WatchlistButton card={known} />
            <Link {...titleLink(known)} className={buttonClass('quiet')}>
              {filesText.toTitle}
            </Link>
          </>
        )
      }
    >
      {known?.isComing ? filesText.comingNote : filesText.noneNote}
    </EmptyState>
  )
}
