import { createContext, type ReactNode, useContext } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'

/** What can be kept on the device: a film, or an episode of a series. */
interface Keepable {
  title: TitleCard & { isPremium: boolean }
  episode?: { id: number; season: number; number: number } | undefined
}

export type Keep = (thing: Keepable) => ReactNode

/**
 * The way to keep something on the device, where the screen around has one to give: the button belongs to another
 * feature, and stands in lines far below the route that knows both. Of a film with words, of an episode a round one.
 */
export const KeepSlot = createContext<Keep | undefined>(undefined)

export function useKeepSlot(): Keep | undefined {
  return useContext(KeepSlot)
}
