import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TITLE_SEARCH_DEBOUNCE } from '#contract/limits.ts'
import { fold } from '#contract/persian.ts'
import { REQUEST_NAME_MIN } from '#contract/requests.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { searchMenuTitles } from '#data/areas/titles.ts'
import { useDeviceSearch } from '#data/react/titleHooks.ts'

/** More are no help. */
const MOST = 4

/**
 * What is here already of what is being asked for: the server's answer once the keys have rested, and until then, or
 * without it, what this device has seen.
 */
export function useCatalogueMatches(name: string): { cards: TitleCard[]; isSeenOnly: boolean } {
  const query = name.trim()
  const [rested, setRested] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setRested(query), TITLE_SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [query])
  const isAsked = fold(rested).length >= REQUEST_NAME_MIN
  const server = useQuery({
    queryKey: ['search-menu', 'titles', rested],
    queryFn: ({ signal }) => searchMenuTitles(rested, signal),
    enabled: isAsked,
    // This device has an answer already: one attempt decides, and the network's return makes another.
    retry: false,
  })
  const seen = useDeviceSearch(isAsked ? rested : '', MOST)
  if (!isAsked) return { cards: [], isSeenOnly: false }
  return { cards: (server.data ?? seen ?? []).slice(0, MOST), isSeenOnly: server.data === undefined }
}
