import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { similarTitles, title as titleRead } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { appText } from '#text/app.ts'
import { playerText } from '#text/player.ts'
import icon from '#ui/controls/IconButton.module.css'
import { CloseIcon } from '#ui/icons/icons.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './AfterFilm.module.css'
import { usePlayer } from './playerStore.ts'

/** Number of titles offered: one row on a phone in landscape. */
const MAX_OFFERED = 4
/** Width of a poster in the row, for the choice of its picture. */
const POSTER_SIZES = '(max-width: 674px) 70px, 140px'

/** Offers similar titles once a film, or the last episode of a series, has ended. Offline those that this device has. */
export function AfterFilm({ card }: { card: TitleCard }) {
  const hasEnded = usePlayer((state) => state.ended)
  const [isDismissed, setDismissed] = useState(false)
  const view = useRead(similarTitles(card.id), { enabled: hasEnded })
  const found = view.state === 'ready' ? view.data : []
  const isAvailable = useAvailability(found.map(({ id }) => titleRead(id)))
  const offered = found.filter((_, at) => isAvailable(at)).slice(0, MAX_OFFERED)
  if (!hasEnded || isDismissed || offered.length === 0) return null
  return (
    <section className={styles.after} aria-labelledby="after-film">
      <div className={styles.head}>
        <h2 id="after-film" className={styles.title}>
          {playerText.afterFilm}
        </h2>
        <button type="button" className={icon.icon} aria-label={appText.close} onClick={() => setDismissed(true)}>
          <CloseIcon size={20} />
        </button>
      </div>
      <ul className={styles.row}>
        {offered.map((similar) => (
          <li key={similar.id}>
            <Link {...titleLink(similar)} className={styles.link}>
              <span className={styles.poster}>
                <Picture
                  source={similar.poster}
                  shape="poster"
                  alt=""
                  color={similar.posterColor}
                  sizes={POSTER_SIZES}
                />
              </span>
              <span className={styles.name}>{similar.titleFa || similar.titleEn}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
