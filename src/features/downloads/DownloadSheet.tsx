import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isMetered } from '#data/downloads/conditions.ts'
import { type DownloadOffer, downloadOffer } from '#data/downloads/downloadOffer.ts'
import { addDownload } from '#data/downloads/downloads.ts'
import { useDownloadConditions } from '#data/react/downloadSettingHooks.ts'
import { useReachable, useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { downloadRefusalText, downloadsText, downloadText } from '#text/downloads.ts'
import { isDataSaverOn } from '#ui/browser/dataSaver.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './DownloadSheet.module.css'
import { type DownloadItem, downloadName, idOf } from './downloadable.ts'

/** Preselected height in px when the user has not chosen a version. */
const DEFAULT_HEIGHT = 720

/** Lets the user choose the quality of a download, with its size, the free space and its expiry. */
export function DownloadSheet({ open, onClose, thing }: { open: boolean; onClose: () => void; thing: DownloadItem }) {
  return (
    <Sheet open={open} onClose={onClose} title={downloadText.label}>
      {open && <Choosing thing={thing} onClose={onClose} />}
    </Sheet>
  )
}

interface Props {
  thing: DownloadItem
  onClose: () => void
}

function Choosing({ thing, onClose }: Props) {
  useReloadGuard('form')
  const id = idOf(thing)
  const session = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: ['downloadOptions', id, thing.dub],
    queryFn: ({ signal }) => downloadOffer({ title: thing.title, fileId: id, dub: thing.dub }, signal),
    enabled: session.state === 'member',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const about = <p className={styles.name}>{downloadName(thing)}</p>
  if (session.state === 'guest') return <Guest about={about} onClose={onClose} />
  if (isError) {
    return (
      <>
        {about}
        <p className={styles.note} role="alert">
          {downloadText.failed}
        </p>
        <Button onClick={() => void refetch()}>{downloadText.retry}</Button>
      </>
    )
  }
  if (!data) {
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
  if (data.state === 'denied') return <Denial about={about} denial={data} onClose={onClose} />
  if (data.state === 'offline' && !thing.file) return <UnknownFile about={about} onRetry={() => void refetch()} />
  return <Offer about={about} offer={data} thing={thing} onClose={onClose} />
}

function Guest({ about, onClose }: { about: ReactNode; onClose: () => void }) {
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

function Denial({
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
function UnknownFile({ about, onRetry }: { about: ReactNode; onRetry: () => void }) {
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

/** Offline, only the file's own quality is offered: its size is known from the file list. */
function Offer({
  about,
  offer,
  thing,
  onClose,
}: Props & { about: ReactNode; offer: Exclude<DownloadOffer, { state: 'denied' }> }) {
  const change = useMutationAction()
  const waitsFor = useDownloadConditions()?.waitsFor
  const { title, file, season, episode, episodeId } = thing
  const isOnline = offer.state === 'offered'
  const qualities = isOnline ? offer.qualities : ownQuality(thing)
  const [chosen, setChosen] = useState(() => preselectedQuality(thing, qualities))
  const [isBusy, setBusy] = useState(false)
  const needed = qualities.find(({ height }) => height === chosen)?.sizeBytes ?? 0
  const free = isOnline ? offer.free : undefined
  const hasRoom = free === undefined || needed <= free
  const start = async () => {
    const fileId = isOnline ? offer.fileId : idOf(thing)
    setBusy(true)
    await change(() => addDownload({ fileId, title, season, episode, episodeId, quality: chosen }))
    setBusy(false)
    onClose()
    showSnackbar({ text: isOnline ? downloadText.started : downloadText.offlineNote(file?.quality ?? '') })
  }
  return (
    <>
      {about}
      {!isOnline && (
        <p className={styles.note}>{`${downloadText.offline}؛ ${downloadText.offlineNote(file?.quality ?? '')}`}</p>
      )}
      <fieldset className={styles.qualities}>
        <legend className={styles.legend}>{downloadText.quality}</legend>
        {qualities.map(({ quality, height, sizeBytes }) => (
          <label key={height} className={styles.quality}>
            <input
              type="radio"
              name="download-quality"
              value={height}
              checked={height === chosen}
              onChange={() => setChosen(height)}
            />
            <bdi dir="ltr">{downloadsText.quality(height || Number.parseInt(quality, 10))}</bdi>
            <span className={styles.size}>{sizeBytes > 0 && downloadText.size(sizeBytes)}</span>
          </label>
        ))}
      </fieldset>
      {hasRoom ? (
        free !== undefined && <p className={styles.note}>{downloadText.room(free)}</p>
      ) : (
        <p className={styles.warning} role="alert">
          {downloadText.noRoom(needed, free ?? 0)}
        </p>
      )}
      {waitsFor ? (
        <p className={styles.note}>{downloadText.startsWith[waitsFor]}</p>
      ) : (
        isMetered() && <p className={styles.note}>{downloadText.metered}</p>
      )}
      {isOnline && <p className={styles.note}>{downloadText.until(offer.until)}</p>}
      <div className={acts.actions}>
        {hasRoom ? (
          <Button look="solid" busy={isBusy ? downloadText.starting : undefined} onClick={() => void start()}>
            {isOnline ? downloadText.start : downloadText.later}
          </Button>
        ) : (
          <Link to="/user/downloads" className={buttonClass('solid')} onClick={onClose}>
            {downloadText.open}
          </Link>
        )}
      </div>
    </>
  )
}

interface Choice {
  quality: string
  height: number
  sizeBytes: number
}

function ownQuality({ file }: DownloadItem): Choice[] {
  return file
    ? [{ quality: file.quality, height: Number.parseInt(file.quality, 10) || 0, sizeBytes: file.sizeBytes ?? 0 }]
    : []
}

/**
 * Preselects the version's own quality, otherwise one that suits phone screens, or the smallest with the data saver on.
 */
function preselectedQuality(thing: DownloadItem, qualities: readonly Choice[]): number {
  const [own] = ownQuality(thing)
  const wished = own?.height ?? (isDataSaverOn() ? 0 : DEFAULT_HEIGHT)
  return (qualities.find(({ height }) => height <= wished) ?? qualities.at(-1))?.height ?? wished
}
