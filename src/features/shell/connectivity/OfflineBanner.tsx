import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { whenIdle } from '#data/platform/whenIdle.ts'
import { useConnection, useStorageProblem } from '#data/react/readHooks.ts'
import { useScrollDirection } from '#features/shell/header/useScrollDirection.ts'
import type { ConnectionLine } from './ConnectionLine.tsx'
import styles from './OfflineBanner.module.css'
import { OFFLINE_AFTER, ONLINE_AFTER, useStableValue } from './useStableValue.ts'

const loadLine = async () => (await import('./ConnectionLine.tsx')).ConnectionLine

/**
 * Banner at the bottom of the window while the server is unreachable or this device cannot store data. Its content loads
 * when the page is idle, before a lost network can keep it away.
 */
export function OfflineBanner() {
  const connection = useConnection()
  const isOffline = useStableValue(connection !== 'online', { on: OFFLINE_AFTER, off: ONLINE_AFTER })
  const problem = useStorageProblem()
  const isShown = isOffline || problem !== undefined
  const Line = useIdleComponent(isShown)
  return <Region>{Line && isShown && <Line isOffline={isOffline} problem={problem} />}</Region>
}

/** A live region, present from the start. A separate component, so that scrolling re-renders only this one. */
function Region({ children }: { children: ReactNode }) {
  const isBarShown = useScrollDirection() !== 'top'
  return (
    <div className={`${styles.region} ${isBarShown ? styles.raised : ''}`} role="status">
      {children}
    </div>
  )
}

/** Loads the content when idle, and once more when it is `wanted` and did not arrive. */
function useIdleComponent(wanted: boolean): ComponentType<ComponentProps<typeof ConnectionLine>> | undefined {
  const [loaded, setLoaded] = useState<{ component: typeof ConnectionLine }>()
  useEffect(() => {
    let isCurrent = true
    const show = (component: typeof ConnectionLine) => {
      if (isCurrent) setLoaded({ component })
    }
    const load = () => {
      if (isCurrent) void loadLine().then(show, ignoring(...EXPECTED_ERRORS))
    }
    if (wanted) load()
    else whenIdle(load)
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return loaded?.component
}
