import { useEffect, useEffectEvent, useState } from 'react'
import type { WatchEpisode } from '#contract/watch.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './NextUp.module.css'
import { usePlayer } from './playerStore.ts'
import { usePlayerSettings } from './usePlayerSettings.ts'

/** Seconds before the end at which the next episode is offered. */
const OFFER_BEFORE_END = 15

/**
 * Offers the next episode with an autoplay countdown. The countdown follows the playback position, so it pauses with
 * the video.
 */
export function NextUp({ next, onNext }: { next: WatchEpisode; onNext: () => void }) {
  const left = usePlayer(({ duration, currentTime }) => (duration > 0 ? Math.ceil(duration - currentTime) : undefined))
  const [isOff, setOff] = useState(false)
  const { playsOn } = usePlayerSettings()
  const ended = usePlayer((state) => state.ended)
  const playNext = useEffectEvent(onNext)
  const autoplays = ended && playsOn && !isOff
  useEffect(() => {
    if (autoplays) playNext()
  }, [autoplays])
  if (left === undefined || left > OFFER_BEFORE_END || isOff) return null
  return (
    <section className={styles.card} aria-label={playerText.nextEpisode} data-next>
      <div className={styles.text}>
        <p className={styles.label}>{playsOn && left > 0 ? playerText.nextIn(left) : playerText.nextEpisode}</p>
        <p className={styles.name}>{next.titleFa ?? next.titleEn ?? playerText.episode(next.season, next.number)}</p>
      </div>
      <div className={styles.actions}>
        <Button look="solid" onClick={onNext}>
          {playerText.nextNow}
        </Button>
        <Button look="plain" onClick={() => setOff(true)}>
          {playerText.nextCancel}
        </Button>
      </div>
    </section>
  )
}
