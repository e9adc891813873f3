import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useReachable } from '#data/react/readHooks.ts'
import { playText } from '#text/play.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { trailerLink, watchLink } from './links.ts'
import { useIntentPrefetch } from './useIntentPrefetch.ts'

/**
 * Link to the player. While the server is unreachable and the video is not downloaded, the link is dimmed; a click
 * explains why and offers to open it anyway.
 */
export function PlayLink({
  title,
  id,
  dub,
  isDownloaded = false,
  className,
  label,
  children,
}: {
  title: { id: number; imdb: string | null }
  /** Id of a file or an episode; defaults to the title. */
  id?: number | undefined
  /** The dubbed or the other version (`watchLink`). */
  dub?: boolean | undefined
  /** The video plays from this device. */
  isDownloaded?: boolean | undefined
  className?: string | undefined
  /** Accessible name where the link's text is missing or too short. */
  label?: string | undefined
  children: ReactNode
}) {
  const { href, ...link } = usePlayerLink(watchLink(title, id, dub), isDownloaded ? undefined : playText.offline)
  return (
    <a href={href} {...link} className={className} aria-label={label}>
      {children}
    </a>
  )
}

/** Link to a title's trailer, which is never downloaded; dimmed like `PlayLink`. */
export function TrailerLink({
  title,
  className,
  children,
}: {
  title: { id: number; imdb: string | null }
  className?: string | undefined
  children: ReactNode
}) {
  const { href, ...link } = usePlayerLink(trailerLink(title), playText.trailerOffline)
  return (
    <a href={href} {...link} className={className}>
      {children}
    </a>
  )
}

/** Attributes of a link to the player. `needsServer`: why it does not play offline; undefined if it does. */
function usePlayerLink(
  link: ReturnType<typeof watchLink> | ReturnType<typeof trailerLink>,
  needsServer: string | undefined,
) {
  const router = useRouter()
  const isReachable = useReachable()
  const reason = isReachable ? undefined : needsServer
  function onClick(event: MouseEvent) {
    if (reason === undefined) return
    event.preventDefault()
    showSnackbar({
      text: reason,
      action: { label: titlesText.openAnyway, act: () => void router.navigate(link) },
    })
  }
  const attributes = useIntentPrefetch(link, { onClick })
  return { ...attributes, 'data-out-of-reach': reason === undefined ? undefined : true }
}
