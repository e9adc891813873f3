import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useReachable } from '#data/react/readHooks.ts'
import { playText } from '#text/play.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { watchLink } from './links.ts'
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
  const router = useRouter()
  const isUnavailable = !useReachable() && !isDownloaded
  const link = watchLink(title, id, dub)
  function onClick(event: MouseEvent) {
    if (!isUnavailable) return
    event.preventDefault()
    showSnackbar({
      text: playText.offline,
      action: { label: titlesText.openAnyway, act: () => void router.navigate(link) },
    })
  }
  const { href, ...handlers } = useIntentPrefetch(link, { onClick })
  return (
    <a
      href={href}
      {...handlers}
      className={className}
      aria-label={label}
      data-out-of-reach={isUnavailable || undefined}
    >
      {children}
    </a>
  )
}
