import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { Refused, Unreachable } from '#data/network/failures.ts'
import type { View } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { playerText } from '#text/player.ts'
import { readText } from '#text/titles.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PlayerMessage } from './PlayerMessage.tsx'
import playerStyles from './VideoPlayer.module.css'
import styles from './WatchScreen.module.css'

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

const Existing = v.object({ path: v.pipe(v.string(), v.startsWith('/')) })

/** Shown when the address leads to no video, or the request for it failed. */
export function WatchError({
  readKey,
  view,
  missing,
}: {
  readKey: readonly unknown[]
  view: View<unknown>
  missing: string
}) {
  const error = useQueryClient().getQueryState(readKey)?.error
  const failure = error instanceof Refused ? error.failure : undefined
  const instead = v.safeParse(Existing, failure?.existing)
  const isMissing = view.state === 'missing'
  const isUnseen = view.state === 'unseen' || error instanceof Unreachable
  const title = isMissing
    ? failure?.message || missing
    : isUnseen
      ? readText.unseen
      : failure?.message || appText.failed
  const note = isMissing ? playerText.wrongNote : isUnseen ? readText.unseenNote : undefined
  return (
    <Page title={title} heading={null} unlisted bleed>
      <div className={styles.message}>
        <PlayerMessage title={title} note={note} heading="h1">
          {'retry' in view && (
            <Button look="solid" onClick={view.retry}>
              {appText.retry}
            </Button>
          )}
          {instead.success && (
            <Link to={instead.output.path} className={buttonClass('solid')}>
              {playerText.toTitle}
            </Link>
          )}
          <Link to="/" className={buttonClass('quiet')}>
            {playerText.search}
          </Link>
        </PlayerMessage>
      </div>
    </Page>
  )
}
