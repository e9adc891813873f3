import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useReachable } from '#data/react/readHooks.ts'
import { playText } from '#text/play.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { watchLink } from './links.ts'
import { useIntentPrefetch } from './useIntentPrefetch.ts'

/**
 * The way to something that is played. What is not on this device while the server is out of reach is dimmed, says why
 * when it is touched, and opens all the same for who knows better.
 */
export function PlayLink({
  title,
  id,
  isHere = false,
  className,
  label,
  children,
}: {
  title: { id: number; imdb: string | null }
  /** Of a file or an episode; the title itself, unless told. */
  id?: number | undefined
  /** It plays from this device. */
  isHere?: boolean | undefined
  className?: string | undefined
  /** The name of the link where its words are none, or not enough. */
  label?: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  const outOfReach = !useReachable() && !isHere
  const link = watchLink(title, id)
  function follow(event: MouseEvent) {
    if (!outOfReach) return
    event.preventDefault()
    showSnackbar({
      text: playText.offline,
      action: { label: titlesText.openAnyway, act: () => void router.navigate(link) },
    })
  }
  const { href, ...handlers } = useIntentPrefetch(link, { onClick: follow })
  return (
    <a href={href} {...handlers} className={className} aria-label={label} data-out-of-reach={outOfReach || undefined}>
      {children}
    </a>
  )
}
