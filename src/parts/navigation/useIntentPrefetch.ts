import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import type { titleLink, trailerLink, watchLink } from './links.ts'
import { untilPainted } from './untilPainted.ts'

type LinkTarget = ReturnType<typeof titleLink> | ReturnType<typeof watchLink> | ReturnType<typeof trailerLink>

/** Pointer or focus must stay on a link this long, in ms, before its page is prefetched: the router's own delay. */
const INTENT_DELAY = 50

/**
 * Props that make a plain `<a>` navigate in the app and prefetch its page on hover, focus and touch. The router's `Link`
 * does the same but subscribes to the location to mark the current link, which is slow with hundreds of rows. `onClick`
 * runs first and may prevent the navigation.
 */
export function useIntentPrefetch(
  target: LinkTarget,
  { onClick }: { onClick?: (event: MouseEvent<HTMLAnchorElement>) => void },
) {
  const router = useRouter()
  const prefetch = () => void router.preloadRoute(target).catch(ignoring(...EXPECTED_ERRORS))
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(intent.current)
  const schedule = () => {
    cancel()
    intent.current = setTimeout(prefetch, INTENT_DELAY)
  }
  return {
    href: hrefOf(target),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      if (event.defaultPrevented || opensInNewTab(event)) return
      event.preventDefault()
      cancel()
      const navigate = () => void router.navigate(target)
      const painted = untilPainted()
      if (painted) void painted.then(navigate)
      else navigate()
    },
    onMouseEnter: schedule,
    onMouseLeave: cancel,
    onFocus: schedule,
    onBlur: cancel,
    onTouchStart: prefetch,
  }
}

/** Builds the address the way the router does. */
export function hrefOf({ to, params, ...target }: LinkTarget): string {
  const values: Record<string, string> = params
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const dub = 'search' in target ? target.search.dub : undefined
  return dub === undefined ? path : `${path}?dub=${dub}`
}

/** Whether the browser handles a click itself: new tab, new window or save link. */
export function opensInNewTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
