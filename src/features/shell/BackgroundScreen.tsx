import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notePainting } from '#parts/navigation/untilPainted.ts'
import { IsForeground } from '#ui/layout/isForeground.ts'
import styles from './BackgroundScreen.module.css'

/** The visible screen. */
type ShownScreen = 'home' | 'screen'

/**
 * The home page and, in front of it, a title page. The home page stays mounted in the background with its layout and
 * scroll position, so that going back shows it in the next frame.
 *
 * `home` is undefined while another route is active; the last home page then stays.
 */
export function BackgroundScreen({ home, children }: { home: ReactNode | undefined; children: ReactNode }) {
  const router = useRouter()
  const container = useRef<HTMLDivElement>(null)
  const [lastHome, setLastHome] = useState(home)
  if (home !== undefined && home !== lastHome) setLastHome(home)
  const isHome = home !== undefined
  const shown = isHome ? 'home' : 'screen'
  useShowHomeImmediately(router, container, shown)
  return (
    <div ref={container} className={styles.screens} data-shows={shown}>
      {lastHome !== undefined && (
        <div className={styles.home} aria-hidden={!isHome || undefined}>
          <IsForeground value={isHome}>{lastHome}</IsForeground>
        </div>
      )}
      <div className={styles.screen}>{children}</div>
    </div>
  )
}

/** Shows the home page as soon as a navigation to it starts, before the router loads and React renders. */
function useShowHomeImmediately(router: AnyRouter, container: RefObject<HTMLDivElement | null>, shown: ShownScreen) {
  const rendered = useRef(shown)
  const leftHome = useRef<{ href: string; key: string | undefined; top: number }>(undefined)
  useLayoutEffect(() => {
    rendered.current = shown
  }, [shown])
  useEffect(() => {
    const show = (screen: ShownScreen) => {
      if (container.current) container.current.dataset.shows = screen
    }
    const unsubscribes = [
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation: to }) => {
        const isHomeShown = rendered.current === 'home'
        if (isHomeShown && fromLocation)
          leftHome.current = { href: fromLocation.href, key: fromLocation.state.__TSR_key, top: scrollY }
        const home = leftHome.current
        if (isHomeShown || to.href !== home?.href) {
          show(rendered.current)
          return
        }
        show('home')
        scrollTo({ top: to.state.__TSR_key === home.key ? home.top : 0, behavior: 'instant' })
        notePainting()
      }),
      // The user turned back during the navigation.
      router.subscribe('onRendered', () => show(rendered.current)),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [router, container])
}
