import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { useCurrentPath } from '#data/react/currentPath.ts'
import { useDownloads } from '#data/react/downloadHooks.ts'
import type { View } from '#data/react/readHooks.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { appText } from '#text/app.ts'
import { playerText } from '#text/player.ts'
import { readText } from '#text/titles.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PlayerMessage } from './PlayerMessage.tsx'
import playerStyles from './VideoPlayer.module.css'
import styles from './WatchScreen.module.css'
import { nameOf } from './watchNames.ts'

/** The empty player while the title is loading. */
export function WatchPlaceholders() {
  return (
    <Page title={readText.loading} heading={null} unlisted bleed>
      <div className={styles.screen}>
        <div className={`${playerStyles.surface} ${styles.waiting}`} role="status" aria-label={readText.loading}>
          <Spinner />
        </div>
      </div>
    </Page>
  )
}

/** Maximum number of downloads offered in place of the video. */
const MAX_OFFERED = 4

/** The films that play from this device now, or a link to what else opens without the server. */
function PlayableDownloads() {
  const downloads = useDownloads()
  const playable = Array.isArray(downloads) ? downloads.filter(({ refusal }) => refusal === undefined) : []
  if (playable.length === 0)
    return (
      <Link to="/on-this-device" className={buttonClass('quiet')}>
        {playerText.onDevice}
      </Link>
    )
  return (
    <section className={styles.playable} aria-labelledby="playable">
      <h2 id="playable" className={styles.playableTitle}>
        {playerText.playsHere}
      </h2>
      <ul className={styles.playableList}>
        {playable.slice(0, MAX_OFFERED).map(({ fileId, title, season, episode }) => (
          <li key={fileId}>
            <PlayLink title={title} id={fileId} isDownloaded className={buttonClass('quiet')}>
              {[nameOf(title), season !== null && episode !== null && playerText.episode(season, episode)]
                .filter(Boolean)
                .join('، ')}
            </PlayLink>
          </li>
        ))}
        {playable.length > MAX_OFFERED && (
          <li>
            <Link to="/user/downloads" className={buttonClass('plain')}>
              {playerText.downloads}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Shown when the address leads to no video, or the request for it failed. */
export function WatchError({
  readKey,
  view,
  missing,
  offline,
}: {
  readKey: readonly unknown[]
  view: View<unknown>
  missing: string
  /** Shown when the server is unreachable. */
  offline: string
}) {
  const error = useQueryClient().getQueryState(readKey)?.error
  const failure = error instanceof Refused ? error.failure : undefined
  const instead = useCurrentPath(readKey)
  const isMissing = view.state === 'missing'
  const isUnseen = view.state === 'unseen' || error instanceof Unreachable
  const title = isMissing ? failure?.message || missing : isUnseen ? offline : failure?.message || appText.failed
  const note = isMissing ? playerText.wrongNote : isUnseen ? playerText.offlineNote : undefined
  return (
    <Page title={title} heading={null} unlisted bleed>
      <div className={styles.message}>
        <PlayerMessage title={title} note={note} heading="h1">
          {'retry' in view && (
            <Button look="solid" onClick={view.retry}>
              {appText.retry}
            </Button>
          )}
          {instead !== undefined && (
            <Link to={instead} className={buttonClass('solid')}>
              {playerText.toTitle}
            </Link>
          )}
          {!isUnseen && (
            <Link to="/" className={buttonClass('quiet')}>
              {playerText.search}
            </Link>
          )}
          {isUnseen && <PlayableDownloads />}
        </PlayerMessage>
      </div>
    </Page>
  )
}
