import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TITLE_SEARCH_DEBOUNCE } from '#contract/limits.ts'
import { fold } from '#contract/persian.ts'
import { REQUEST_NAME_MIN } from '#contract/requests.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { searchMenuTitles } from '#data/areas/titles.ts'
import { useDeviceSearch } from '#data/react/titleHooks.ts'

/** Maximum matches shown. */
const MAX_MATCHES = 4

/**
 * Catalogue titles that match the requested name. Returns the server's results after the debounce, and until then, or
 * offline, results from the device.
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
    // The device already has results: no retries, and a reconnect triggers a new request.
    retry: false,
  })
  const seen = useDeviceSearch(isAsked ? rested : '', MAX_MATCHES)
  if (!isAsked) return { cards: [], isSeenOnly: false }
  return { cards: (server.data ?? seen ?? []).slice(0, MAX_MATCHES), isSeenOnly: server.data === undefined }
}
