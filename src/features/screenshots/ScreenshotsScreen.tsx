import { Link } from '@tanstack/react-router'
import type { Screenshot } from '#contract/screenshots.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { titleScreenshots } from '#data/areas/screenshots.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { BackToTitle } from '#parts/navigation/BackToTitle.tsx'
import { titleLink } from '#parts/navigation/links.ts'
import { screenshotsText } from '#text/screenshots.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './ScreenshotsScreen.module.css'
import { ShotGrid } from './ShotGrid.tsx'

const PLACEHOLDERS = Array.from({ length: 6 }, (_, index) => index)

/** The screenshots of a title. `shot`: the one shown in the lightbox. `card`: the cached card. */
export function ScreenshotsScreen({
  id,
  shot,
  card,
}: {
  id: number
  shot: number | undefined
  card: TitleCard | undefined
}) {
  const about = useRead(titleOf(id))
  const pictures = useRead(titleScreenshots(id))
  const known = about.state === 'ready' ? about.data : card
  const name = known && (known.titleFa || known.titleEn)
  const view = about.state === 'missing' ? about : pictures
  return (
    <Page title={name === undefined ? screenshotsText.unnamed : screenshotsText.title(name)} heading={null} unlisted>
      {(known || view.state === 'loading' || view.state === 'ready') && (
        <header className={styles.head}>
          <h1 className={styles.name} tabIndex={-1}>
            {name === undefined ? screenshotsText.unnamed : screenshotsText.title(name)}
          </h1>
          <BackToTitle title={known}>{screenshotsText.toTitle}</BackToTitle>
        </header>
      )}
      <ReadView
        view={view}
        skeleton={<ShotsSkeleton />}
        heading={known ? 'p' : 'h1'}
        isEmpty={(shots: Screenshot[]) => shots.length === 0}
        empty={<NoShots known={known} />}
      >
        {(shots, age) => (
          <>
            <p className={styles.under} role="status">
              {age ?? screenshotsText.count(shots.length)}
            </p>
            <ShotGrid titleId={id} name={name ?? ''} shots={shots} shot={shot} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function NoShots({ known }: { known: TitleCard | undefined }) {
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={screenshotsText.none}
      actions={
        known && (
          <Link {...titleLink(known)} className={buttonClass('solid')}>
            {screenshotsText.toTitle}
          </Link>
        )
      }
    />
  )
}

function ShotsSkeleton() {
  return (
    <div role="status" aria-label={screenshotsText.loading}>
      <p className={styles.under} />
      <ul className={styles.grid}>
        {PLACEHOLDERS.map((index) => (
          <li key={index}>
            <Skeleton ratio="16 / 9" radius="var(--radius-m)" />
          </li>
        ))}
      </ul>
    </div>
  )
}
