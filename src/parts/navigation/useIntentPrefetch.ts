import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { titleLink, watchLink } from './links.ts'
import type { ViewTransition } from './posterTransition.ts'
import { untilPainted } from './untilPainted.ts'

type LinkTarget = ReturnType<typeof titleLink> | ReturnType<typeof watchLink>

/** A pointer or the focus that rests on a link for so long, in ms, is about to follow it: the router's own delay. */
const RESTED = 50
/** One pointer, one focus: what is rested on now. */
let resting: ReturnType<typeof setTimeout> | undefined

/**
 * What makes a plain `<a>` a link of the app. Like the router's `Link`, which watches the address for each link to mark
 * the current one: among hundreds of rows, none of which leads to where one is, that was felt. `onClick` is told before
 * and may prevent it.
 */
export function useIntentPrefetch(
  way: LinkTarget,
  {
    viewTransition,
    onClick,
  }: { viewTransition?: ViewTransition; onClick?: (event: MouseEvent<HTMLAnchorElement>) => void },
) {
  const router = useRouter()
  const fetchAhead = () => void router.preloadRoute(way).catch(() => undefined)
  const leave = () => clearTimeout(resting)
  const rest = () => {
    leave()
    resting = setTimeout(fetchAhead, RESTED)
  }
  return {
    href: hrefOf(way),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      if (event.defaultPrevented || opensInNewTab(event)) return
      event.preventDefault()
      leave()
      const go = () => void router.navigate({ ...way, ...(viewTransition && { viewTransition }) })
      const shown = untilPainted()
      if (shown) void shown.then(go)
      else go()
    },
    onMouseEnter: rest,
    onMouseLeave: leave,
    onFocus: rest,
    onBlur: leave,
    onTouchStart: fetchAhead,
  }
}

/** The address, as the router writes it. */
export function hrefOf({ to, params }: LinkTarget): string {
  const values: Record<string, string> = params
  return to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Whether a click leads into another tab or window, or saves what is linked: this page stays as it is. */
export function opensInNewTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
