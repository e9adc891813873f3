import { Link } from '@tanstack/react-router'
import type { Watch } from '#contract/watch.ts'
import { WatchlistButton } from '#parts/actions/WatchlistButton.tsx'
import { filesLink, titleLink } from '#parts/navigation/links.ts'
import { playerText } from '#text/player.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EpisodeRows } from './panels/EpisodeRows.tsx'
import { TitleSynopsis } from './TitleSynopsis.tsx'
import styles from './WatchDetails.module.css'
import { factsOf, nameOf } from './watchNames.ts'

/** Details and links below the video. */
export function WatchDetails({ watch }: { watch: Watch }) {
  const { title, episode } = watch
  return (
    <div className={styles.details}>
      <header className={styles.head}>
        <h1 className={styles.name} tabIndex={-1}>
          {nameOf(title)}
        </h1>
        <p className={styles.latin}>
          <bdi dir="ltr">{title.titleEn}</bdi>
        </p>
        <p className={styles.facts}>{factsOf(watch)}</p>
        <div className={styles.actions}>
          <WatchlistButton card={title} />
          <Link {...titleLink(title)} className={buttonClass('quiet')}>
            {playerText.toTitle}
          </Link>
          <Link {...filesLink(title)} className={buttonClass('quiet')}>
            {playerText.toFiles}
          </Link>
        </div>
      </header>
      <TitleSynopsis card={title} />
      {episode && (
        <section aria-label={playerText.episodes}>
          <h2 className={styles.subhead}>{playerText.episodes}</h2>
          <EpisodeRows card={title} current={episode} />
        </section>
      )}
    </div>
  )
}
