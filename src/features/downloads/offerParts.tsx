import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { DownloadOffer } from '#data/downloads/downloadOffer.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { downloadRefusalText, downloadsText, downloadText } from '#text/downloads.ts'
import { isDataSaverOn } from '#ui/browser/dataSaver.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './DownloadSheet.module.css'

/** Parts that the sheets for one download and for episodes share. `about`: names what is downloaded. */

/** Options of the query for an offer: it depends on the network, the session and the free space of now. */
export const OFFER_QUERY = { staleTime: 0, gcTime: 0, retry: false, networkMode: 'always' } as const

/** The offer is being read. */
export function PendingOffer({ about }: { about: ReactNode }) {
  return (
    <>
      {about}
      <p className={styles.asking} role="status">
        <Spinner />
        {downloadText.asking}
      </p>
    </>
  )
}

/** The offer could not be read. */
export function FailedOffer({ about, onRetry }: { about: ReactNode; onRetry: () => void }) {
  return (
    <>
      {about}
      <p className={styles.note} role="alert">
        {downloadText.failed}
      </p>
      <Button onClick={onRetry}>{downloadText.retry}</Button>
    </>
  )
}

/** Leads a guest to the sign-in screen and back. */
export function Guest({ about, onClose }: { about: ReactNode; onClose: () => void }) {
  const { state } = useRouter()
  return (
    <>
      {about}
      <p className={styles.note}>{downloadsText.guestNote}</p>
      <Link
        to="/auth/login"
        search={{ redirect: state.location.href }}
        className={buttonClass('solid')}
        onClick={onClose}
      >
        {downloadsText.login}
      </Link>
    </>
  )
}

/** Why the server offers no download, and what to do about it. */
export function Denial({
  about,
  denial: { why, message },
  onClose,
}: {
  about: ReactNode
  denial: Extract<DownloadOffer, { state: 'denied' }>
  onClose: () => void
}) {
  if (why === 'session') return <Guest about={about} onClose={onClose} />
  return (
    <>
      {about}
      <p className={styles.note} role="alert">
        {downloadRefusalText(why, message)}
      </p>
      {why === 'premium' && (
        <Link to="/premium/plans" className={buttonClass('solid')} onClick={onClose}>
          {downloadsText.premium}
        </Link>
      )}
    </>
  )
}

/** Without a file, the server has to say which one the download would use. */
export function UnknownFile({ about, onRetry }: { about: ReactNode; onRetry: () => void }) {
  const reachable = useReachable()
  const ask = useEffectEvent(onRetry)
  useEffect(() => {
    if (reachable) ask()
  }, [reachable])
  return (
    <>
      {about}
      <p className={styles.note} role="status">{`${downloadText.offline}؛ ${downloadText.offlineUnknown}`}</p>
      <Button onClick={onRetry}>{downloadText.retry}</Button>
    </>
  )
}

/** A quality to choose. `sizeBytes`: 0 while unknown. */
export interface Choice {
  quality: string
  height: number
  sizeBytes: number
}

/** Radio buttons for the quality, each with its size. */
export function QualityChoice({
  qualities,
  chosen,
  onChoose,
}: {
  qualities: readonly Choice[]
  /** Height in px. */
  chosen: number
  onChoose: (height: number) => void
}) {
  return (
    <fieldset className={styles.qualities}>
      <legend className={styles.legend}>{downloadText.quality}</legend>
      {qualities.map(({ quality, height, sizeBytes }) => (
        <label key={height} className={styles.quality}>
          <input
            type="radio"
            name="download-quality"
            value={height}
            checked={height === chosen}
            onChange={() => onChoose(height)}
          />
          <bdi dir="ltr">{downloadsText.quality(height || Number.parseInt(quality, 10))}</bdi>
          <span className={styles.size}>{sizeBytes > 0 && downloadText.size(sizeBytes)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Preselected height in px when neither the user nor the file decides it: it suits phone screens. */
const DEFAULT_HEIGHT = 720

/**
 * Returns the height to preselect, in px: the wished one, or the next lower offered one. Without a wish, one that suits phone
 * screens, or the smallest with the data saver on.
 */
export function preselectedHeight(wished: number | undefined, qualities: readonly { height: number }[]): number {
  const most = wished ?? (isDataSaverOn() ? 0 : DEFAULT_HEIGHT)
  return (qualities.find(({ height }) => height <= most) ?? qualities.at(-1))?.height ?? most
}
