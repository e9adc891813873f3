import { createContext, type ReactNode, useContext } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'

/** A film, or an episode of a series, that can be downloaded. */
interface Downloadable {
  title: TitleCard & { isPremium: boolean }
  /** The dubbed or the other version; undefined for the best one. */
  dub: boolean | undefined
  episode?: { id: number; season: number; number: number } | undefined
}

/** A season of a series. */
interface DownloadableSeason {
  title: Title
  dub: boolean | undefined
  /** Number of the season. */
  season: number
}

export type RenderDownload = (item: Downloadable | DownloadableSeason) => ReactNode

/**
 * Passes the download button of another feature from the route down to rows deep in the tree. Films and seasons get a
 * button with text, episodes an icon.
 */
export const DownloadSlot = createContext<RenderDownload | undefined>(undefined)

export function useDownloadSlot(): RenderDownload | undefined {
  return useContext(DownloadSlot)
}
