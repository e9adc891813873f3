import type { ParsedLocation } from '@tanstack/react-router'
import { preloadHistory } from '#data/react/listHooks.ts'
import { screenState } from '#parts/navigation/screenState.ts'

/** Loads the list before a restored screen renders. */
export function startHistory(location: ParsedLocation): Promise<void> {
  return screenState.waitForContent(location, preloadHistory)
}
