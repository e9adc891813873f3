import type { QueryClient } from '@tanstack/react-query'
import { startRead } from '#data/hooks.ts'
import { trailer, watched } from '#data/player.ts'

/** Starts what the player needs to know; gives the id back for the screen. */
export async function startWatch(client: QueryClient, imdb: string, id: number): Promise<number> {
  await startRead(client, watched(imdb, id))
  return id
}

export function startTrailer(client: QueryClient, imdb: string): Promise<void> {
  return startRead(client, trailer(imdb))
}
