import type { ParsedLocation } from '@tanstack/react-router'
import { preloadWatchlist } from '#data/react/listHooks.ts'
import { screenState } from '#parts/navigation/screenState.ts'

/** Loads the list before a restored screen renders. */
export function startWatchlist(location: ParsedLocation): Promise<void> {
  return screenState.waitForContent(location, preloadWatchlist)
}
