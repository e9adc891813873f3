import { useId } from 'react'
import type { PackProgress } from '#data/pack/packProgress.ts'
import { PACK_NETWORKS, setPackNetworks, setPackPaused } from '#data/pack/packSettings.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { usePackProgress } from '#data/react/packHooks.ts'
import { packText } from '#text/pack.ts'
import { Button } from '#ui/controls/Button.tsx'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './PackSection.module.css'

/** The offline pack: progress, size, pause, and the networks it may use. Renders nothing for guests. */
export function PackSection() {
  const id = useId()
  const pack = usePackProgress()
  if (!pack) return null
  const isComplete = pack.ready >= pack.total
  return (
    <section className={styles.section} aria-labelledby={id}>
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
      {pack.total > 0 && !isComplete && (
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
          value={pack.networks}
          onChange={(networks) => void store(setPackNetworks(networks))}
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

async function store(change: Promise<void>): Promise<void> {
  await change.catch((failure: unknown) => {
    ignoring(...EXPECTED_ERRORS)(failure)
    showSnackbar({ text: packText.notStored, tone: 'warning' })
  })
}
