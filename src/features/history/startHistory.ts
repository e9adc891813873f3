import type { ParsedLocation } from '@tanstack/react-router'
import { preloadHistory } from '#data/react/listHooks.ts'
import { screenState } from '#parts/navigation/screenState.ts'

/** Reads the list before its screen stands, where one comes back to a place on it. */
export function startHistory(location: ParsedLocation): Promise<void> {
  return screenState.waitForContent(location, preloadHistory)
}
