import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notePainting } from '#parts/navigation/untilPainted.ts'
import { IsForeground } from '#ui/layout/isForeground.ts'
import styles from './BackgroundScreen.module.css'

export { untilPainted } from '#parts/navigation/untilPainted.ts'

/** The visible screen. */
type ShownScreen = 'home' | 'screen'

/**
 * The home page and, in front of it, a title page. The home page stays mounted in the background with its layout and
 * scroll position, so that going back shows it in the next frame.
 *
 * `home` is undefined while another route is active; the last home page is then kept.
 */
export function BackgroundScreen({ home, children }: { home: ReactNode | undefined; children: ReactNode }) {
  const router = useRouter()
  const stage = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState(home)
  if (home !== undefined && home !== kept) setKept(home)
  const isHome = home !== undefined
  const here = isHome ? 'home' : 'screen'
  useShowHomeImmediately(router, stage, here)
  return (
    <div ref={stage} className={styles.screens} data-shows={here}>
      {kept !== undefined && (
        <div className={styles.home} aria-hidden={!isHome || undefined}>
          <IsForeground value={isHome}>{kept}</IsForeground>
        </div>
      )}
      <div className={styles.screen}>{children}</div>
    </div>
  )
}

/** Shows the home page as soon as a navigation to it starts, before the router loads and React renders. */
function useShowHomeImmediately(router: AnyRouter, stage: RefObject<HTMLDivElement | null>, here: ShownScreen) {
  const drawn = useRef(here)
  const left = useRef<{ href: string; key: string | undefined; top: number }>(undefined)
  useLayoutEffect(() => {
    drawn.current = here
  }, [here])
  useEffect(() => {
    const show = (what: ShownScreen) => {
      if (stage.current) stage.current.dataset.shows = what
    }
    const stops = [
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation: to }) => {
        const isThere = drawn.current === 'home'
        if (isThere && fromLocation)
          left.current = { href: fromLocation.href, key: fromLocation.state.__TSR_key, top: scrollY }
        const home = left.current
        if (isThere || to.href !== home?.href) {
          show(drawn.current)
          return
        }
        show('home')
        scrollTo({ top: to.state.__TSR_key === home.key ? home.top : 0, behavior: 'instant' })
        notePainting()
      }),
      // The user turned back during the navigation.
      router.subscribe('onRendered', () => show(drawn.current)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, stage])
}
