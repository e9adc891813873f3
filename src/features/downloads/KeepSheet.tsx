import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { useSession } from '#data/hooks.ts'
import { type KeepOffer, keepOffer } from '#data/keptOffer.ts'
import { keepVideo } from '#data/keptVideo.ts'
import { useChange } from '#parts/useChange.ts'
import { downloadsText, keepText, keptWhyWords } from '#text/downloads.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { notify } from '#ui/notice.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import styles from './KeepSheet.module.css'

/** In which quality a file is to be kept: what each takes, what room there is, and until when it plays. */
export function KeepSheet({
  open,
  onClose,
  title,
  file,
}: {
  open: boolean
  onClose: () => void
  title: TitleCard
  file: File
}) {
  return (
    <Sheet open={open} onClose={onClose} title={keepText.keep}>
      {open && <Choosing title={title} file={file} onClose={onClose} />}
    </Sheet>
  )
}

interface Props {
  title: TitleCard
  file: File
  onClose: () => void
}

function Choosing({ title, file, onClose }: Props) {
  const session = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: ['keep', file.id],
    queryFn: ({ signal }) => keepOffer(title, file.id, signal),
    enabled: session.state === 'member',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const about = (
    <p className={styles.name}>
      {downloadsText.facts([title.titleFa || title.titleEn, downloadsText.episode(file.season, file.episode)])}
    </p>
  )
  if (session.state === 'guest') return <Guest about={about} onClose={onClose} />
  if (isError) {
    return (
      <>
        {about}
        <p className={styles.note} role="alert">
          {keepText.failed}
        </p>
        <Button onClick={() => void refetch()}>{keepText.retry}</Button>
      </>
    )
  }
  if (!data) {
    return (
      <>
        {about}
        <p className={styles.asking} role="status">
          <Spinner />
          {keepText.asking}
        </p>
      </>
    )
  }
  if (data.state === 'denied') return <Denial about={about} denial={data} onClose={onClose} />
  return <Offer about={about} offer={data} title={title} file={file} onClose={onClose} />
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
  denial: Extract<KeepOffer, { state: 'denied' }>
  onClose: () => void
}) {
  if (why === 'session') return <Guest about={about} onClose={onClose} />
  return (
    <>
      {about}
      <p className={styles.note} role="alert">
        {keptWhyWords(why, message)}
      </p>
      {why === 'premium' && (
        <Link to="/premium/plans" className={buttonClass('solid')} onClick={onClose}>
          {downloadsText.premium}
        </Link>
      )}
    </>
  )
}

/** Without a network the file's own quality can be wished; its size is told by the list it stands in. */
function Offer({
  about,
  offer,
  title,
  file,
  onClose,
}: Props & { about: ReactNode; offer: Exclude<KeepOffer, { state: 'denied' }> }) {
  const change = useChange()
  const own = Number.parseInt(file.quality, 10) || 0
  const isOnline = offer.state === 'offered'
  const qualities = isOnline
    ? offer.qualities
    : [{ quality: file.quality, height: own, sizeBytes: file.sizeBytes ?? 0 }]
  const [chosen, setChosen] = useState(
    () => (qualities.find(({ height }) => height <= own) ?? qualities.at(-1))?.height ?? own,
  )
  const [isBusy, setBusy] = useState(false)
  const needed = qualities.find(({ height }) => height === chosen)?.sizeBytes ?? 0
  const free = isOnline ? offer.free : undefined
  const hasRoom = free === undefined || needed <= free
  const { season, episode, episodeId } = file
  const start = async () => {
    setBusy(true)
    await change(() => keepVideo({ fileId: file.id, title, season, episode, episodeId, quality: chosen }))
    setBusy(false)
    onClose()
    notify({ text: isOnline ? keepText.started : keepText.offlineNote(file.quality) })
  }
  return (
    <>
      {about}
      {!isOnline && <p className={styles.note}>{`${keepText.offline}؛ ${keepText.offlineNote(file.quality)}`}</p>}
      <fieldset className={styles.qualities}>
        <legend className={styles.legend}>{keepText.quality}</legend>
        {qualities.map(({ quality, height, sizeBytes }) => (
          <label key={height} className={styles.quality}>
            <input
              type="radio"
              name="keep-quality"
              value={height}
              checked={height === chosen}
              onChange={() => setChosen(height)}
            />
            <bdi dir="ltr">{downloadsText.quality(height || Number.parseInt(quality, 10))}</bdi>
            <span className={styles.size}>{sizeBytes > 0 && keepText.size(sizeBytes)}</span>
          </label>
        ))}
      </fieldset>
      {hasRoom ? (
        free !== undefined && <p className={styles.note}>{keepText.room(free)}</p>
      ) : (
        <p className={styles.warning} role="alert">
          {keepText.noRoom(needed, free ?? 0)}
        </p>
      )}
      {isMetered() && <p className={styles.note}>{keepText.metered}</p>}
      {isOnline && <p className={styles.note}>{keepText.until(offer.until)}</p>}
      <div className={styles.acts}>
        {hasRoom ? (
          <Button look="solid" busy={isBusy ? keepText.starting : undefined} onClick={() => void start()}>
            {isOnline ? keepText.start : keepText.later}
          </Button>
        ) : (
          <Link to="/user/downloads" className={buttonClass('solid')} onClick={onClose}>
            {keepText.open}
          </Link>
        )}
      </div>
    </>
  )
}

/** The browser says that these bytes are paid for one by one. */
function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string; saveData?: boolean } }
  return connection?.type === 'cellular' || connection?.saveData === true
}
