import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { partsOf } from '#data/areas/markWatched.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { WatchedToggle } from '#features/titles/WatchedToggle.tsx'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { watchedText } from '#text/watched.ts'
import { ToggleButton } from '#ui/controls/ToggleButton.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './WatchedButton.module.css'

/** Marks a film, or all episodes of a series that have aired, as watched. Invisible while the episodes are unknown. */
export function WatchedButton({ card, title }: { card: TitleCard; title: Title | undefined }) {
  const watched = useWatched(card.id)
  const parts = partsOf(title ?? { type: card.type, seasons: [] })
  if (title && parts.length === 0) return null
  return (
    <div className={parts.length === 0 ? styles.unknown : styles.shown}>
      <WatchedToggle card={card} parts={parts} name={card.titleFa || card.titleEn} watched={watched}>
        {(pressed, onClick) => (
          <ToggleButton
            label={watchedText.label}
            look="square"
            icon={<CheckIcon size={20} />}
            pressed={pressed}
            badge={watched?.pending ? <PendingMark /> : undefined}
            onClick={onClick}
          />
        )}
      </WatchedToggle>
    </div>
  )
}
