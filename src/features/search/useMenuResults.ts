import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MENU_RESULTS } from '#contract/limits.ts'
import { searchMenuPeople } from '#data/areas/people.ts'
import { searchMenuTitles } from '#data/areas/titles.ts'
import { searchDevicePeople, searchDeviceTitles } from '#data/search/deviceSearch.ts'
import { isSearchable, keepOrderWhileHeld, type StableResults, type Tab } from './searchRules.ts'

/** What each tab asks, of the server and of this device. */
const SOURCES = {
  titles: { ask: searchMenuTitles, seen: searchDeviceTitles },
  people: { ask: searchMenuPeople, seen: searchDevicePeople },
}
type Card<T extends Tab> = Awaited<ReturnType<(typeof SOURCES)[T]['ask']>>[number]

/**
 * `waiting`: what this device has seen, until the server has answered for these very words. `seen`: the same, because
 * the server cannot be asked. `answered`: the server's answer.
 */
export interface MenuResults<C> {
  state: 'waiting' | 'seen' | 'answered'
  cards: C[]
}

/**
 * Results for the search menu. This device answers each key at once; the server is asked when the keys have rested
 * (specification, section 5). Answers are kept by their words, so that a late one never takes the place of a newer.
 */
export function useMenuResults<T extends Tab>(
  tab: T,
  { query, rested, isHeld }: { query: string; rested: string; isHeld: boolean },
): MenuResults<Card<T>> {
  const { ask, seen } = SOURCES[tab]
  const isAsked = isSearchable(query)
  const server = useQuery<Card<T>[]>({
    queryKey: ['search-menu', tab, rested],
    queryFn: async ({ signal }) => (await ask(rested, signal)) as Card<T>[],
    enabled: isAsked && rested === query,
    // This device has an answer already: one attempt decides, and the network's return makes another.
    retry: false,
  })
  const device = useQuery<Card<T>[]>({
    queryKey: ['search-seen', tab, query],
    queryFn: async () => (await seen(query, MENU_RESULTS)) as Card<T>[],
    enabled: isAsked,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    // While the next answer is looked up, a moment, the last one stays.
    placeholderData: (previous) => previous,
  })
  const answered = rested === query ? server.data : undefined
  // What still shows of the query before is no answer to this one, and nothing of it has to stay.
  const key = answered || !device.isPlaceholderData ? query : undefined
  const cards = useSteady(key, answered ?? (isAsked ? device.data : undefined), isHeld)
  if (answered) return { state: 'answered', cards }
  return { state: rested === query && server.isError && !server.isFetching ? 'seen' : 'waiting', cards }
}

/** The answer as it shows: not moved while somebody is about to choose. */
function useSteady<C extends { id: number }>(key: string | undefined, answer: C[] = NONE, isHeld: boolean): C[] {
  const [shown, setShown] = useState<StableResults<C>>({ key, answer, cards: answer })
  const next = keepOrderWhileHeld(shown, key, answer, isHeld)
  if (next !== shown) setShown(next)
  return next.cards
}

/** One and the same, so that nothing looks new. */
const NONE: never[] = []
