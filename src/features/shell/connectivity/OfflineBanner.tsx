import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { portalUrl, probeServer } from '#data/network/probe.ts'
import { useConnection, useStorageProblem } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { storageTroubleText } from '#text/sync.ts'
import { AlertIcon, ForwardIcon, OfflineIcon, SyncIcon } from '#ui/icons/icons.tsx'
import { DeviceIcon } from '#ui/icons/menuIcons.tsx'
import styles from './OfflineBanner.module.css'
import { OFFLINE_AFTER, ONLINE_AFTER, useStableValue } from './useStableValue.ts'

/**
 * A thin line under the header while the server cannot be reached, or, worse, this device keeps nothing. It leads to what
 * can be seen all the same, and tries again when asked to. The page makes room for it by a transform (Shell's style
 * sheet), which is no layout shift and loses nothing of what stands under the header.
 */
export function OfflineBanner() {
  const connection = useConnection()
  const isOffline = useStableValue(connection !== 'online', { on: OFFLINE_AFTER, off: ONLINE_AFTER })
  const trouble = useStorageProblem()
  const isShown = isOffline || trouble !== undefined
  return (
    <div className={styles.region} role="status">
      {isShown && (
        <Line>
          {trouble && (
            <p className={styles.text}>
              <AlertIcon size={16} />
              <span>{storageTroubleText[trouble]}</span>
            </p>
          )}
          {!trouble && (connection === 'portal' ? <PortalWords /> : <OfflineWords />)}
          {(trouble || connection === 'portal') && <OnDevice />}
          {isOffline && <Retry />}
        </Line>
      )}
    </div>
  )
}

function OfflineWords() {
  return (
    <Link to="/on-this-device" className={styles.text}>
      <OfflineIcon size={16} />
      <span>{appText.offline}</span>
      <span className={styles.link}>
        <span className={styles.name}>{appText.onDevice}</span>
        <ForwardIcon size={16} />
      </span>
    </Link>
  )
}

/** Signing in to the network happens on its own page, which it shows in place of any answer of ours. */
function PortalWords() {
  return (
    <a href={portalUrl()} target="_blank" rel="noreferrer" className={styles.text}>
      <AlertIcon size={16} />
      <span>{appText.portal}</span>
      <span className={styles.link}>
        <span className={styles.name}>{appText.portalOpen}</span>
        <ForwardIcon size={16} />
      </span>
    </a>
  )
}

/** Where the words are of something else: what was seen is a tap away all the same, and what a full device may do without. */
function OnDevice() {
  return (
    <Link to="/on-this-device" className={styles.device} title={appText.onDevice}>
      <DeviceIcon size={18} />
      <span className={styles.name}>{appText.onDevice}</span>
    </Link>
  )
}

/** Whoever knows better than any timer that the network is back. What is missed is fetched as soon as it answers. */
function Retry() {
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await probeServer().catch(() => undefined)
    setAsking(false)
  }
  const label = isAsking ? appText.checking : appText.retry
  return (
    <button
      type="button"
      className={`${styles.retry} ${isAsking ? styles.asking : ''}`}
      aria-label={label}
      title={label}
      aria-disabled={isAsking || undefined}
      onClick={() => void (isAsking || ask())}
    >
      <SyncIcon size={18} />
    </button>
  )
}

function Line({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
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
  }, [])
  return (
    <div ref={line} className={styles.line}>
      {children}
    </div>
  )
}
