import type { TitleCard } from '#contract/titleCards.ts'
import type { SavedState } from '#data/areas/watchlist.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useOpenedTitles, useSavedStates } from '#data/react/titleHooks.ts'

export interface CardState {
  saved: SavedState | undefined
  /** The server is out of reach, and the page behind the card was never opened here. */
  outOfReach: boolean
}

/** What this device knows of each card on a screen, asked once for all of them. */
export function useCardStates(cards: TitleCard[]): (id: number) => CardState {
  const ids = cards.map(({ id }) => id)
  const reachable = useReachable()
  const saved = useSavedStates(ids)
  const opened = useOpenedTitles(ids)
  return (id) => ({ saved: saved?.get(id), outOfReach: !reachable && opened !== undefined && !opened.has(id) })
}

/** Whether two states look the same: a change of one card on a wall paints that card alone. */
export function sameState(one: CardState, other: CardState): boolean {
  return (
    one.outOfReach === other.outOfReach &&
    one.saved?.saved === other.saved?.saved &&
    one.saved?.pending === other.saved?.pending
  )
}
