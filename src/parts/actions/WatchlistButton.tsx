import type { ReactNode } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { type SavedState, savedState, setSaved } from '#data/areas/watchlist.ts'
import { useSaved } from '#data/react/titleHooks.ts'
import { titlesText } from '#text/titles.ts'
import { ToggleButton, type ToggleLook } from '#ui/controls/ToggleButton.tsx'
import { BookmarkIcon } from '#ui/icons/icons.tsx'
import { PendingMark } from './PendingMark.tsx'
import { useToggle } from './useToggle.ts'

interface Props {
  card: TitleCard
  look?: ToggleLook
  /** Replaces the default label where saving has another name. */
  label?: string
  /** Text while saved. */
  pressedText?: string
  icon?: ReactNode
  /** Id of the title's name, for screen readers. */
  describedBy?: string
}

/** Saves a title or removes it from the watchlist; works offline too. */
export function WatchlistButton(props: Props) {
  return <WatchlistToggle {...props} state={useSaved(props.card.id)} />
}

/** `WatchlistButton` for screens that look up the states of many titles in one query. */
export function WatchlistToggle({
  card,
  state,
  look = 'words',
  label = titlesText.save,
  pressedText = label === titlesText.save ? titlesText.saved : undefined,
  icon = <BookmarkIcon size={20} />,
  describedBy,
  onToggle,
}: Props & {
  state: SavedState | undefined
  /** Replaces the default toggle where a click has to do more than save. */
  onToggle?: (() => void) | undefined
}) {
  const toggle = useToggle(state?.saved, {
    read: async () => (await savedState(card.id)).saved,
    write: (saved) => setSaved({ titleId: card.id, saved, card }),
    deferred: { kind: 'save', titleId: card.id, name: card.titleFa || card.titleEn, card },
  })
  return (
    <ToggleButton
      label={label}
      pressedText={pressedText}
      icon={icon}
      pressed={state?.saved}
      look={look}
      badge={state?.pending ? <PendingMark /> : undefined}
      describedBy={describedBy}
      onClick={onToggle ?? toggle}
    />
  )
}
