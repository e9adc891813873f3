import type { ReactNode } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { type SavedState, setSaved } from '#data/areas/watchlist.ts'
import { useSaved } from '#data/react/titleHooks.ts'
import { titlesText } from '#text/titles.ts'
import { ToggleButton, type ToggleLook } from '#ui/controls/ToggleButton.tsx'
import { BookmarkIcon } from '#ui/icons/icons.tsx'
import { PendingMark } from './PendingMark.tsx'
import { useMutationAction } from './useMutationAction.ts'

interface Props {
  card: TitleCard
  look?: ToggleLook
  /** Instead of the usual ones, where saving is called otherwise. */
  label?: string
  icon?: ReactNode
  /** Id of the title's name, for those who listen. */
  describedBy?: string
}

/** Saves a title, or takes it off the list; works the same without a network. */
export function WatchlistButton(props: Props) {
  return <WatchlistToggle {...props} state={useSaved(props.card.id)} />
}

/** As `WatchlistButton`, where the screen asks for many titles at once. */
export function WatchlistToggle({
  card,
  state = { saved: false, pending: false },
  look = 'words',
  label = titlesText.save,
  icon = <BookmarkIcon size={20} />,
  describedBy,
  onToggle,
}: Props & {
  state: SavedState | undefined
  /** Does it instead, where there is more to do than to save. */
  onToggle?: (() => void) | undefined
}) {
  const change = useMutationAction()
  const toggle = () => void change(() => setSaved({ titleId: card.id, saved: !state.saved, card }))
  return (
    <ToggleButton
      label={label}
      icon={icon}
      pressed={state.saved}
      look={look}
      mark={state.pending ? <PendingMark /> : undefined}
      describedBy={describedBy}
      onClick={onToggle ?? toggle}
    />
  )
}
