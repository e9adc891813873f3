import type { TitleCard } from '#contract/titleCards.ts'
import type { SavedState } from '#data/areas/watchlist.ts'
import { useHasPremium } from '#data/react/premiumHooks.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useOpenedTitles, useSavedStates } from '#data/react/titleHooks.ts'

export interface CardState {
  saved: SavedState | undefined
  /** The server is unreachable and the card's page is not cached on this device. */
  outOfReach: boolean
  /** The title needs premium, which the user does not have. */
  isLocked?: boolean | undefined
}

/** Watchlist and availability state of every card on a screen, in one query. */
export function useCardStates(cards: TitleCard[]): (id: number) => CardState {
  const ids = cards.map(({ id }) => id)
  const reachable = useReachable()
  const saved = useSavedStates(ids)
  const opened = useOpenedTitles(ids)
  const hasPremium = useHasPremium()
  const premium = new Set(cards.filter(({ isPremium }) => isPremium).map(({ id }) => id))
  return (id) => ({
    saved: saved?.get(id),
    outOfReach: !reachable && opened !== undefined && !opened.has(id),
    isLocked: hasPremium === false && premium.has(id),
  })
}

/** Whether two states render the same, so that a change repaints one card instead of the whole grid. */
export function sameState(one: CardState, other: CardState): boolean {
  return (
    one.outOfReach === other.outOfReach &&
    one.isLocked === other.isLocked &&
    one.saved?.saved === other.saved?.saved &&
    one.saved?.pending === other.saved?.pending
  )
}
