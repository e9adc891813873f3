import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { isUnaired } from '#data/areas/continueWatching.ts'
import type { DownloadRule } from '#data/database/downloadRows.ts'
import { isMetered } from '#data/downloads/conditions.ts'
import { addEpisodes } from '#data/downloads/downloads.ts'
import { type SeasonOffer, seasonOffer } from '#data/downloads/seasonOffer.ts'
import { endSeriesRule, episodesToKeep, RULE_COUNT_MAX, setSeriesRule } from '#data/downloads/seriesRules.ts'
import { useDownloads } from '#data/react/downloadHooks.ts'
import { useDownloadConditions, useSeriesRule } from '#data/react/downloadSettingHooks.ts'
import { useSession } from '#data/react/readHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { downloadText, episodesText } from '#text/downloads.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Select } from '#ui/controls/Select.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Sheet } from '#ui/layout/Sheet.tsx'
import { DownloadFacts } from './DownloadFacts.tsx'
import sheet from './DownloadSheet.module.css'
import styles from './EpisodesSheet.module.css'
import {
  Denial,
  FailedOffer,
  Guest,
  OFFER_QUERY,
  PendingOffer,
  preselectedHeight,
  QualityChoice,
  UnknownFile,
} from './offerParts.tsx'
import { nameOf } from './videoTexts.ts'

/** Preselected number of episodes that a rule keeps. */
const DEFAULT_COUNT = 3
const COUNTS = Array.from({ length: RULE_COUNT_MAX }, (_, at) => ({
  value: String(at + 1),
  label: episodesText.episodes(at + 1),
}))

type Scope = 'season' | 'next'

interface Props {
  title: Title
  /** Number of the season. */
  season: number
  dub: boolean | undefined
  onClose: () => void
}

/** Downloads a season, or keeps the next unwatched episodes on this device; says how much space that takes. */
export function EpisodesSheet({ open, ...props }: Props & { open: boolean }) {
  return (
    <Sheet open={open} onClose={props.onClose} title={episodesText.label}>
      {open && <Choosing {...props} />}
    </Sheet>
  )
}

/** Reads what the choices depend on. */
function Choosing(props: Props) {
  useReloadGuard('form')
  const { title, season, dub, onClose } = props
  const session = useSession()
  const watched = useWatched(title.id)
  const rule = useSeriesRule(title.id)
  const downloads = useDownloads()
  const isKnown = session.state === 'member' && watched !== undefined && rule !== undefined && downloads !== undefined
  const ofSeason = title.seasons
    .filter(({ number }) => number === season)
    .flatMap(({ episodes }) => episodes.filter((episode) => episode.hasFilm && !isUnaired(episode)))
    .map(({ id, number }) => ({ id, season, number }))
  const next = episodesToKeep({ count: RULE_COUNT_MAX, skipped: [] }, title.seasons, watched ?? undefined)
  const episodes = [...ofSeason, ...next.filter(({ id }) => ofSeason.every((one) => one.id !== id))].map(
    ({ id, season, number }) => ({ id, season, number }),
  )
  const { data, isError, refetch } = useQuery({
    queryKey: ['downloadOptions', title.id, dub, episodes.map(({ id }) => id).join()],
    queryFn: ({ signal }) => seasonOffer({ title, episodes, dub }, signal),
    enabled: isKnown,
    ...OFFER_QUERY,
  })
  const about = <p className={sheet.name}>{nameOf({ title })}</p>
  if (session.state === 'guest') return <Guest about={about} onClose={onClose} />
  if (isError) return <FailedOffer about={about} onRetry={() => void refetch()} />
  if (!data || !isKnown) return <PendingOffer about={about} />
  if (data.state === 'denied') return <Denial about={about} denial={data} onClose={onClose} />
  if (data.state === 'offline') return <UnknownFile about={about} onRetry={() => void refetch()} />
  const here = new Set(
    downloads === 'guest' ? [] : downloads.flatMap((row) => (row.title.id === title.id ? (row.episodeId ?? []) : [])),
  )
  return (
    <Offer
      {...props}
      about={about}
      offer={data}
      rule={rule}
      here={here}
      ofSeason={new Set(ofSeason.map(({ id }) => id))}
      next={next.map(({ id }) => id)}
    />
  )
}

function Offer({
  title,
  season,
  dub,
  onClose,
  about,
  offer,
  rule,
  here,
  ofSeason,
  next,
}: Props & {
  about: ReactNode
  offer: Extract<SeasonOffer, { state: 'offered' }>
  rule: DownloadRule | null
  /** Ids of episodes that have a download. */
  here: ReadonlySet<number>
  /** Ids of the season's episodes that can be downloaded. */
  ofSeason: ReadonlySet<number>
  /** Ids of the next unwatched episodes, in viewing order. */
  next: readonly number[]
}) {
  const change = useMutationAction()
  const waitsFor = useDownloadConditions()?.waitsFor
  const countId = useId()
  const { episodes, qualities, isOnline, free, limitLeft, until } = offer
  const [scope, setScope] = useState<Scope>(rule ? 'next' : 'season')
  const [count, setCount] = useState(rule?.count ?? DEFAULT_COUNT)
  const [chosen, setChosen] = useState(() => preselectedHeight(rule?.quality, qualities))
  const [isBusy, setBusy] = useState(false)

  const scopes: Record<Scope, ReadonlySet<number>> = { season: ofSeason, next: new Set(next.slice(0, count)) }
  const isMissing = ({ id }: { id: number }) => scopes[scope].has(id) && !here.has(id)
  const missing = episodes.filter(isMissing)
  const sizeAt = (sizes: (number | undefined)[]) =>
    episodes.reduce((sum, episode, at) => sum + (isMissing(episode) ? (sizes[at] ?? 0) : 0), 0)
  const choices = qualities.map(({ height, sizes }) => ({ quality: '', height, sizeBytes: sizeAt(sizes) }))
  const needed = choices.find(({ height }) => height === chosen)?.sizeBytes ?? 0
  const room = Math.min(free ?? Number.POSITIVE_INFINITY, limitLeft ?? Number.POSITIVE_INFINITY)
  const card: TitleCard = title

  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true)
    await change(async () => {
      await act()
      onClose()
      showSnackbar({ text: done })
    })
    setBusy(false)
  }
  const downloadSeason = () =>
    run(
      () =>
        addEpisodes(
          episodes
            .filter(({ id }) => ofSeason.has(id))
            .map(({ id, season, number, fileId }) => ({
              fileId,
              title: card,
              season,
              episode: number,
              episodeId: id,
              quality: chosen,
            })),
        ),
      isOnline ? episodesText.seasonStarted(missing.length) : episodesText.seasonLater(missing.length),
    )
  const keepNext = () =>
    run(() => setSeriesRule({ title: card, count, quality: chosen, dub }), episodesText.ruleSet(count))
  const stopRule = () => run(() => endSeriesRule(title.id), episodesText.ruleEnded)

  const isDone = scope === 'season' && missing.length === 0
  return (
    <>
      {about}
      {!isOnline && <p className={sheet.note}>{`${downloadText.offline}؛ ${episodesText.offlineNote}`}</p>}
      <fieldset className={sheet.qualities}>
        <legend className={sheet.legend}>{episodesText.what}</legend>
        <label className={styles.scope}>
          <input type="radio" name="download-scope" checked={scope === 'season'} onChange={() => setScope('season')} />
          <span>{episodesText.season(season)}</span>
          <span className={styles.facts}>
            {episodesText.seasonFacts(ofSeason.size, [...ofSeason].filter((id) => here.has(id)).length)}
          </span>
        </label>
        <div className={styles.scope}>
          <input
            type="radio"
            id={countId}
            name="download-scope"
            checked={scope === 'next'}
            onChange={() => setScope('next')}
          />
          <label htmlFor={countId}>{episodesText.next}</label>
          <span className={styles.facts}>{episodesText.nextFacts}</span>
          <Select
            label={episodesText.count}
            options={COUNTS}
            value={String(count)}
            onChange={(value) => {
              setCount(Number(value))
              setScope('next')
            }}
          />
        </div>
      </fieldset>
      <QualityChoice qualities={choices} chosen={chosen} onChoose={setChosen} />
      <Room needed={needed} free={free} limitLeft={limitLeft} />
      {waitsFor ? (
        <p className={sheet.note}>{downloadText.startsWith[waitsFor]}</p>
      ) : (
        isMetered() && <p className={sheet.note}>{episodesText.metered}</p>
      )}
      {until !== undefined && <p className={sheet.note}>{downloadText.until(until)}</p>}
      <DownloadFacts />
      <div className={`${acts.actions} ${styles.actions}`}>
        {needed > room && scope === 'season' ? (
          <Link to="/user/downloads" className={buttonClass('solid')} onClick={onClose}>
            {downloadText.open}
          </Link>
        ) : isDone ? (
          <p className={sheet.note} role="status">
            {episodesText.allHere}
          </p>
        ) : (
          <Button
            look="solid"
            busy={isBusy ? downloadText.starting : undefined}
            onClick={() => void (scope === 'season' ? downloadSeason() : keepNext())}
          >
            {scope === 'next' ? episodesText.keep : episodesText.start(missing.length, needed)}
          </Button>
        )}
        {rule && scope === 'next' && <Button onClick={() => void stopRule()}>{episodesText.stop}</Button>}
      </div>
    </>
  )
}

/** Whether the chosen episodes fit on the device and within the user's limit. */
function Room({
  needed,
  free,
  limitLeft,
}: {
  needed: number
  free: number | undefined
  limitLeft: number | undefined
}) {
  const isLimit = limitLeft !== undefined && limitLeft < (free ?? Number.POSITIVE_INFINITY)
  const room = isLimit ? limitLeft : free
  if (room === undefined) return null
  if (needed <= room)
    return <p className={sheet.note}>{isLimit ? episodesText.limitLeft(room) : downloadText.room(room)}</p>
  return (
    <p className={sheet.warning} role="alert">
      {isLimit ? episodesText.beyondLimit(needed, room) : episodesText.noRoom(needed, room)}
    </p>
  )
}
