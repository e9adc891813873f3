import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notePainting } from '#parts/navigation/untilPainted.ts'
import { IsForeground } from '#ui/layout/isForeground.ts'
import styles from './BackgroundScreen.module.css'

export { untilPainted } from '#parts/navigation/untilPainted.ts'

/** What is seen of the stage. */
type ShownScreen = 'home' | 'screen'

/**
 * The home and the page of a title that was opened from it. The home stays in the document behind the title's page, as it was laid
 * out and scrolled to: the way back shows it in the next frame, and what is left to be done comes after that.
 *
 * `home` is nothing on any screen but the home; what it was last is kept.
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

/** Shows the home as soon as somebody sets out for it, before the router and React have done anything for it. */
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
      // Who has turned round on the way.
      router.subscribe('onRendered', () => show(drawn.current)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, stage])
}
