import { useId, useState } from 'react'
import type { PackProgress } from '#data/pack/packProgress.ts'
import { PACK_NETWORKS, type PackNetworks, setPackNetworks, setPackPaused } from '#data/pack/packSettings.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { usePackProgress } from '#data/react/packHooks.ts'
import { packText } from '#text/pack.ts'
import { Button } from '#ui/controls/Button.tsx'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './PackSection.module.css'

/** Reserves the space of the section until the progress is known. */
const LOADING: PackProgress = {
  total: 1,
  ready: 0,
  saved: { total: 0, ready: 0 },
  bytes: 0,
  isPaused: false,
  networks: 'always',
  canDetectWifi: false,
  hindrance: undefined,
  isWithoutPictures: false,
}

/** The offline pack: progress, size, pause, and the networks it may use. Renders nothing for guests. */
export function PackSection() {
  const id = useId()
  const progress = usePackProgress()
  // Shows a choice before it is stored.
  const [chosen, choose] = useState<{ networks: PackNetworks; before: PackNetworks }>()
  if (progress === null) return null
  const pack = progress ?? LOADING
  const isComplete = pack.ready >= pack.total
  const networks = chosen?.before === pack.networks ? chosen.networks : pack.networks
  return (
    <section className={`${styles.section} ${progress ? '' : styles.loading}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {packText.title}
        </h2>
        {pack.bytes > 0 && <span className={styles.size}>{packText.size(pack.bytes)}</span>}
      </div>
      <p className={styles.note}>{packText.note}</p>
      <div className={styles.state}>
        <p className={styles.ready}>{pack.total === 0 ? packText.empty : packText.ready(pack.ready, pack.total)}</p>
        {pack.networks !== 'never' && (pack.isPaused || !isComplete) && (
          <Button look="plain" onClick={() => void store(setPackPaused(!pack.isPaused))}>
            {pack.isPaused ? packText.resume : packText.pause}
          </Button>
        )}
      </div>
      {pack.total > 0 && (
        <progress className={styles.progress} max={pack.total} value={pack.ready} aria-label={packText.progress} />
      )}
      {reasonsOf(pack).map((reason) => (
        <p key={reason} className={styles.reason}>
          {reason}
        </p>
      ))}
      <div className={styles.networks}>
        <SegmentedControl
          label={packText.networks}
          options={PACK_NETWORKS.filter((one) => one !== 'wifi' || pack.canDetectWifi).map((value) => ({
            value,
            label: packText.network[value],
          }))}
          value={networks}
          onChange={(networks) => {
            choose({ networks, before: pack.networks })
            void store(setPackNetworks(networks)).then((isStored) => isStored || choose(undefined))
          }}
        />
      </div>
    </section>
  )
}

function reasonsOf({ hindrance, isWithoutPictures }: PackProgress): string[] {
  return [
    ...(hindrance === undefined ? [] : [packText.hindrances[hindrance]]),
    ...(isWithoutPictures ? [packText.withoutPictures] : []),
  ]
}

/** Waits for the write of a setting. Shows a message and returns false when it failed. */
function store(change: Promise<void>): Promise<boolean> {
  return change.then(
    () => true,
    (failure: unknown) => {
      ignoring(...EXPECTED_ERRORS)(failure)
      showSnackbar({ text: packText.notStored, tone: 'warning' })
      return false
    },
  )
}
