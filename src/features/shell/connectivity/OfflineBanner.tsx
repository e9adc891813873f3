import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { portalUrl, probeServer } from '#data/network/probe.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useConnection, useStorageProblem } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { storageTroubleText } from '#text/sync.ts'
import { AlertIcon, ForwardIcon, OfflineIcon, SyncIcon } from '#ui/icons/icons.tsx'
import { DeviceIcon } from '#ui/icons/menuIcons.tsx'
import styles from './OfflineBanner.module.css'
import { OFFLINE_AFTER, ONLINE_AFTER, useStableValue } from './useStableValue.ts'

/**
 * Banner under the header while the server is unreachable or this device cannot store data. Links to what is available
 * offline and offers a retry. The page moves down by a transform (Shell.module.css), which is no layout shift.
 */
export function OfflineBanner() {
  const connection = useConnection()
  const isOffline = useStableValue(connection !== 'online', { on: OFFLINE_AFTER, off: ONLINE_AFTER })
  const problem = useStorageProblem()
  const isShown = isOffline || problem !== undefined
  return (
    <div className={styles.region} role="status">
      {isShown && (
        <Line>
          {problem && (
            <p className={styles.text}>
              <AlertIcon size={16} />
              <span>{storageTroubleText[problem]}</span>
            </p>
          )}
          {!problem && (connection === 'portal' ? <PortalMessage /> : <OfflineMessage />)}
          {(problem || connection === 'portal') && <OnDevice />}
          {isOffline && <Retry />}
        </Line>
      )}
    </div>
  )
}

function OfflineMessage() {
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

/** Opens the login page of a captive portal, which it serves in place of any answer of ours. */
function PortalMessage() {
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

/** Link to the data on this device, for banners with another message, such as a full disk. */
function OnDevice() {
  return (
    <Link to="/on-this-device" className={styles.device} title={appText.onDevice}>
      <DeviceIcon size={18} />
      <span className={styles.name}>{appText.onDevice}</span>
    </Link>
  )
}

/** The user may know before any timer that the network is back. Failed queries refetch once the server answers. */
function Retry() {
  const [isProbing, setProbing] = useState(false)
  const probe = async () => {
    setProbing(true)
    await probeServer().catch(ignoring(...EXPECTED_ERRORS))
    setProbing(false)
  }
  const label = isProbing ? appText.checking : appText.retry
  return (
    <button
      type="button"
      className={`${styles.retry} ${isProbing ? styles.asking : ''}`}
      aria-label={label}
      title={label}
      aria-disabled={isProbing || undefined}
      onClick={() => void (isProbing || probe())}
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
    // Enlarged text wraps to two lines.
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
