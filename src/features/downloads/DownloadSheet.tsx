import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isMetered } from '#data/downloads/conditions.ts'
import { type DownloadOffer, downloadOffer } from '#data/downloads/downloadOffer.ts'
import { addDownload } from '#data/downloads/downloads.ts'
import { useDownloadConditions } from '#data/react/downloadSettingHooks.ts'
import { useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { downloadText } from '#text/downloads.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './DownloadSheet.module.css'
import { type DownloadItem, downloadName, idOf } from './downloadable.ts'
import {
  type Choice,
  Denial,
  FailedOffer,
  Guest,
  OFFER_QUERY,
  PendingOffer,
  preselectedHeight,
  QualityChoice,
  UnknownFile,
} from './offerParts.tsx'

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
    ...OFFER_QUERY,
  })
  const about = <p className={styles.name}>{downloadName(thing)}</p>
  if (session.state === 'guest') return <Guest about={about} onClose={onClose} />
  if (isError) return <FailedOffer about={about} onRetry={() => void refetch()} />
  if (!data) return <PendingOffer about={about} />
  if (data.state === 'denied') return <Denial about={about} denial={data} onClose={onClose} />
  if (data.state === 'offline' && !thing.file) return <UnknownFile about={about} onRetry={() => void refetch()} />
  return <Offer about={about} offer={data} thing={thing} onClose={onClose} />
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
  const [chosen, setChosen] = useState(() => preselectedHeight(ownQuality(thing)[0]?.height, qualities))
  const [isBusy, setBusy] = useState(false)
  const needed = qualities.find(({ height }) => height === chosen)?.sizeBytes ?? 0
  const free = isOnline ? offer.free : undefined
  const hasRoom = free === undefined || needed <= free
  const start = async () => {
    const fileId = isOnline ? offer.fileId : idOf(thing)
    setBusy(true)
    await change(async () => {
      await addDownload({ fileId, title, season, episode, episodeId, quality: chosen })
      onClose()
      showSnackbar({ text: isOnline ? downloadText.started : downloadText.offlineNote(file?.quality ?? '') })
    })
    setBusy(false)
  }
  return (
    <>
      {about}
      {!isOnline && (
        <p className={styles.note}>{`${downloadText.offline}؛ ${downloadText.offlineNote(file?.quality ?? '')}`}</p>
      )}
      <QualityChoice qualities={qualities} chosen={chosen} onChoose={setChosen} />
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

function ownQuality({ file }: DownloadItem): Choice[] {
  return file
    ? [{ quality: file.quality, height: Number.parseInt(file.quality, 10) || 0, sizeBytes: file.sizeBytes ?? 0 }]
    : []
}
