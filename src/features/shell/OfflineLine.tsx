import { useEffect, useLayoutEffect, useRef } from 'react'
import { probe } from '#data/account.ts'
import { useReachable, useStorageTrouble } from '#data/hooks.ts'
import { appText } from '#text/app.ts'
import { storageTroubleText } from '#text/sync.ts'
import { AlertIcon, OfflineIcon } from '#ui/icons.tsx'
import styles from './OfflineLine.module.css'
import { OFFLINE_AFTER, ONLINE_AFTER, useSettled } from './useSettled.ts'

/** While nothing else calls, the server is asked this often whether it is there again, in ms. */
const PROBE_EVERY = 15_000

/**
 * A thin line under the header while the server cannot be reached, or, worse, this device keeps nothing. The page makes room for it by a transform (Shell's
 * style sheet), which is no layout shift and loses nothing of what stands under the header.
 */
export function OfflineLine() {
  const isOffline = useSettled(!useReachable(), { on: OFFLINE_AFTER, off: ONLINE_AFTER })
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void probe()
    }, PROBE_EVERY)
    return () => clearInterval(timer)
  }, [isOffline])
  const trouble = useStorageTrouble()
  const isShown = isOffline || trouble !== undefined
  const line = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    if (!isShown || !element) return
    const { style, dataset } = document.documentElement
    const measure = () => style.setProperty('--offline-line', `${element.offsetHeight}px`)
    // Enlarged text makes two lines of it.
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    dataset.offlineLine = ''
    return () => {
      observer.disconnect()
      delete dataset.offlineLine
      style.removeProperty('--offline-line')
    }
  }, [isShown])
  return (
    <div className={styles.place} role="status">
      {isShown && (
        <p ref={line} className={styles.line}>
          {trouble ? <AlertIcon size={16} /> : <OfflineIcon size={16} />}
          {trouble ? storageTroubleText[trouble] : appText.offline}
        </p>
      )}
    </div>
  )
}
