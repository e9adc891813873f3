import type { TitleCard } from '#contract/titleCards.ts'
import { title as titleOf } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './WatchDetails.module.css'

/** The poster and the synopsis, as far as they are cached on the device. */
export function TitleSynopsis({ card }: { card: TitleCard }) {
  const view = useRead(titleOf(card.id))
  const story = view.state === 'ready' ? view.data.synopsis : null
  return (
    <div className={styles.synopsis}>
      <div className={styles.poster}>
        <Picture source={card.poster} shape="poster" alt="" sizes="120px" color={card.posterColor} />
      </div>
      {story && <p className={styles.synopsisText}>{story}</p>}
    </div>
  )
}
