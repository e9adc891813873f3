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
 * Offers the next episode from the credits on, with an autoplay countdown at the end. The countdown follows the playback
 * position, so it pauses with the video. `credits`: where they begin, in seconds.
 */
export function NextUp({
  next,
  credits = Number.POSITIVE_INFINITY,
  onNext,
}: {
  next: WatchEpisode
  credits: number | undefined
  onNext: () => void
}) {
  const left = usePlayer(({ duration, currentTime }) => (duration > 0 ? Math.ceil(duration - currentTime) : undefined))
  const hasCredits = usePlayer(({ currentTime }) => currentTime >= credits)
  const [isOff, setOff] = useState(false)
  const { playsOn } = usePlayerSettings()
  const ended = usePlayer((state) => state.ended)
  const playNext = useEffectEvent(onNext)
  const autoplays = ended && playsOn && !isOff
  useEffect(() => {
    if (autoplays) playNext()
  }, [autoplays])
  if (left === undefined || isOff) return null
  const isEnding = left <= OFFER_BEFORE_END
  if (!isEnding && !hasCredits) return null
  return (
    <section className={styles.card} aria-label={playerText.nextEpisode} data-next>
      <div className={styles.text}>
        <p className={styles.label}>
          {playsOn && isEnding && left > 0 ? playerText.nextIn(left) : playerText.nextEpisode}
        </p>
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
