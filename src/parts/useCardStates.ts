import type { TitleCard } from '#contract/titleCards.ts'
import { useOnline } from '#data/hooks.ts'
import { useOpenedTitles, useSavedStates } from '#data/titleHooks.ts'
import type { SavedState } from '#data/watchlist.ts'

export interface CardState {
  saved: SavedState | undefined
  /** There is no network, and the page behind the card was never opened here. */
  outOfReach: boolean
}

/** What this device knows of each card on a screen, asked once for all of them. */
export function useCardStates(cards: TitleCard[]): (id: number) => CardState {
  const ids = cards.map(({ id }) => id)
  const online = useOnline()
  const saved = useSavedStates(ids)
  const opened = useOpenedTitles(ids)
  return (id) => ({ saved: saved?.get(id), outOfReach: !online && opened !== undefined && !opened.has(id) })
}

/** Whether two states look the same: a change of one card on a wall paints that card alone. */
export function sameState(one: CardState, other: CardState): boolean {
  return (
    one.outOfReach === other.outOfReach &&
    one.saved?.saved === other.saved?.saved &&
    one.saved?.pending === other.saved?.pending
  )
}
