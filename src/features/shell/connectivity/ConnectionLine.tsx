import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { StorageProblem } from '#data/database/storageHealth.ts'
import type { Connection } from '#data/network/connectivity.ts'
import { portalUrl, probeServer } from '#data/network/probe.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useConnection } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { connectionText } from '#text/connection.ts'
import { storageTroubleText } from '#text/sync.ts'
import { AlertIcon, ForwardIcon, OfflineIcon, RefreshIcon } from '#ui/icons/icons.tsx'
import { DeviceIcon } from '#ui/icons/menuIcons.tsx'
import styles from './ConnectionLine.module.css'

/**
 * The content of the offline banner: the problem with the connection or the storage, a link to the data on this device,
 * and a retry button. Sets `--offline-line` to its height, which includes the safe area, for elements that must stay
 * above it.
 */
export function ConnectionLine({ isOffline, problem }: { isOffline: boolean; problem: StorageProblem | undefined }) {
  const connection = useConnection()
  const known = useLastMissing(connection)
  return (
    <Line>
      {known === 'portal' && !problem ? (
        <PortalMessage />
      ) : (
        <p className={styles.text}>
          {problem ? <AlertIcon size={16} /> : <OfflineIcon size={16} />}
          <span>{problem ? storageTroubleText[problem] : connectionText[known]}</span>
        </p>
      )}
      <OnDevice />
      {isOffline && <Retry />}
    </Line>
  )
}

/** The banner outlasts the outage for a moment and keeps its text. */
function useLastMissing(connection: Connection): Exclude<Connection, 'online'> {
  const [last, setLast] = useState<Exclude<Connection, 'online'>>('offline')
  if (connection !== 'online' && connection !== last) setLast(connection)
  return connection === 'online' ? last : connection
}

/** Opens the login page of a captive portal, which it serves in place of any answer of ours. */
function PortalMessage() {
  return (
    <a href={portalUrl()} target="_blank" rel="noreferrer" className={styles.text}>
      <AlertIcon size={16} />
      <span>{connectionText.portal}</span>
      <span className={styles.link}>
        <span className={styles.name}>{connectionText.portalOpen}</span>
        <ForwardIcon size={16} />
      </span>
    </a>
  )
}

/** Link to the data on this device. */
function OnDevice() {
  return (
    <Link to="/on-this-device" className={styles.device} title={connectionText.onDevice}>
      <DeviceIcon size={18} />
      <span className={styles.name}>{connectionText.onDevice}</span>
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
  const label = isProbing ? connectionText.checking : appText.retry
  return (
    <button
      type="button"
      className={`${styles.retry} ${isProbing ? styles.asking : ''}`}
      aria-label={label}
      title={label}
      aria-disabled={isProbing || undefined}
      onClick={() => void (isProbing || probe())}
    >
      <RefreshIcon size={18} />
    </button>
  )
}

function Line({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--offline-line', `${element.offsetHeight}px`)
    // Enlarged text wraps to two lines.
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--offline-line')
    }
  }, [])
  return (
    <div ref={line} className={styles.line}>
      {children}
    </div>
  )
}
