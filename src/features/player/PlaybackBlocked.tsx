import { Link, useRouterState } from '@tanstack/react-router'
import type { Watch } from '#contract/watch.ts'
import type { LocalSource } from '#data/downloads/downloads.ts'
import { useSession } from '#data/react/readHooks.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { playerText } from '#text/player.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { LockIcon } from './controls/playerIcons.tsx'
import { PlayerMessage } from './PlayerMessage.tsx'

/** Asks the user to sign in or to subscribe before playback. */
export function AccessRequired({ watch, needs }: { watch: Watch; needs: 'login' | 'premium' }) {
  const href = useRouterState({ select: ({ location }) => location.href })
  const session = useSession()
  const isGuest = session.state === 'guest' || (session.state === 'member' && session.expired)
  if (needs === 'login') {
    return (
      <PlayerMessage sign={<LockIcon size={28} />} title={playerText.needsLogin} note={playerText.needsLoginNote}>
        <Link to="/auth/login" search={{ redirect: href }} className={buttonClass('solid')}>
          {playerText.login}
        </Link>
        <Link to="/auth/register" search={{ redirect: href }} className={buttonClass('quiet')}>
          {playerText.register}
        </Link>
        <TitlePageLink watch={watch} />
      </PlayerMessage>
    )
  }
  return (
    <PlayerMessage
      sign={<LockIcon size={28} />}
      title={playerText.needsPremium}
      note={isGuest ? playerText.needsPremiumGuest : playerText.needsPremiumNote}
    >
      <Link to="/premium/plans" className={buttonClass('solid')}>
        {playerText.plans}
      </Link>
      {isGuest && (
        <Link to="/auth/login" search={{ redirect: href }} className={buttonClass('quiet')}>
          {playerText.login}
        </Link>
      )}
      <TitlePageLink watch={watch} />
    </PlayerMessage>
  )
}

/** Shown when the stream link expired during playback and the server refused a new one. */
export function StreamRefused({ watch, message }: { watch: Watch; message: string | undefined }) {
  return (
    <PlayerMessage sign={<LockIcon size={28} />} title={playerText.refused} note={message}>
      <Link to="/premium/plans" className={buttonClass('solid')}>
        {playerText.plans}
      </Link>
      <TitlePageLink watch={watch} />
    </PlayerMessage>
  )
}

/** Shown offline without a playable download: explains why and offers alternatives. */
export function NotDownloaded({
  watch,
  local,
  offline,
}: {
  watch: Watch
  local: LocalSource | null
  offline: boolean
}) {
  const whyBlocked = local && !local.playable ? (local.message ?? playerText.whyBlocked[local.why]) : undefined
  return (
    <PlayerMessage
      title={whyBlocked ?? (offline ? playerText.offlineNotDownloaded : playerText.refused)}
      note={offline ? playerText.offlineNotDownloadedNote : undefined}
    >
      <Link to="/user/downloads" className={buttonClass('quiet')}>
        {playerText.downloads}
      </Link>
      <TitlePageLink watch={watch} />
    </PlayerMessage>
  )
}

function TitlePageLink({ watch }: { watch: Watch }) {
  return (
    <Link {...titleLink(watch.title)} className={buttonClass('plain')}>
      {playerText.toTitle}
    </Link>
  )
}
