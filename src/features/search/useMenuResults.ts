import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MENU_RESULTS } from '#contract/limits.ts'
import { searchMenuPeople } from '#data/areas/people.ts'
import { searchMenuTitles } from '#data/areas/titles.ts'
import { searchDevicePeople, searchDeviceTitles } from '#data/search/deviceSearch.ts'
import { isSearchable, type StableResults, stableOrder, type Tab } from './searchRules.ts'

/** Server and device sources of each tab. */
const SOURCES = {
  titles: { ask: searchMenuTitles, seen: searchDeviceTitles },
  people: { ask: searchMenuPeople, seen: searchDevicePeople },
}
type Card<T extends Tab> = Awaited<ReturnType<(typeof SOURCES)[T]['ask']>>[number]

/**
 * `waiting`: device results, until the server has answered this query. `seen`: device results, because the server is
 * unreachable. `answered`: the server's results.
 */
export interface MenuResults<C> {
  state: 'waiting' | 'seen' | 'answered'
  cards: C[]
}

/**
 * Results of the search menu. The device answers every key press at once, the server after the debounce
 * (docs/specification.md, section 5). Answers are stored by query, so a late answer never replaces a newer one.
 */
export function useMenuResults<T extends Tab>(
  tab: T,
  { query, settled, isHeld }: { query: string; settled: string; isHeld: boolean },
): MenuResults<Card<T>> {
  const { ask, seen } = SOURCES[tab]
  const isSearched = isSearchable(query)
  const server = useQuery<Card<T>[]>({
    queryKey: ['search-menu', tab, settled],
    queryFn: async ({ signal }) => (await ask(settled, signal)) as Card<T>[],
    enabled: isSearched && settled === query,
    // One attempt, because the device has results already; the query refetches when the network returns.
    retry: false,
  })
  const device = useQuery<Card<T>[]>({
    queryKey: ['search-seen', tab, query],
    queryFn: async () => (await seen(query, MENU_RESULTS)) as Card<T>[],
    enabled: isSearched,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    // Keeps the previous results during the short lookup.
    placeholderData: (previous) => previous,
  })
  const answered = settled === query ? server.data : undefined
  // Results still shown for the previous query need not keep their order.
  const key = answered || !device.isPlaceholderData ? query : undefined
  const cards = useStableResults(key, answered ?? (isSearched ? device.data : undefined), isHeld)
  if (answered) return { state: 'answered', cards }
  return { state: settled === query && server.isError && !server.isFetching ? 'seen' : 'waiting', cards }
}

/** The shown results; stable while the user is about to choose. */
function useStableResults<C extends { id: number }>(key: string | undefined, answer: C[] = NONE, isHeld: boolean): C[] {
  const [shown, setShown] = useState<StableResults<C>>({ key, answer, cards: answer })
  const next = stableOrder(shown, key, answer, isHeld)
  if (next !== shown) setShown(next)
  return next.cards
}

/** A stable empty array. */
const NONE: never[] = []
