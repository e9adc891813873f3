import { createContext, type ReactNode, useContext } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'

/** What can be kept on the device: a film, or an episode of a series. */
interface Downloadable {
  title: TitleCard & { isPremium: boolean }
  episode?: { id: number; season: number; number: number } | undefined
}

export type RenderDownload = (thing: Downloadable) => ReactNode

/**
 * The way to keep something on the device, where the screen around has one to give: the button belongs to another
 * feature, and stands in lines far below the route that knows both. Of a film with words, of an episode a round one.
 */
export const DownloadSlot = createContext<RenderDownload | undefined>(undefined)

export function useDownloadSlot(): RenderDownload | undefined {
  return useContext(DownloadSlot)
}
