import type { QueryClient } from '@tanstack/react-query'
import { trailer, watchInfo } from '#data/areas/player.ts'
import { readSession } from '#data/database/session.ts'
import { startRead } from '#data/react/readHooks.ts'

/** Starts what the player needs to know. `caller`: the id of who watches; nothing for a guest. */
export async function startWatch(
  client: QueryClient,
  imdb: string,
  id: number,
): Promise<{ id: number; caller: number | undefined }> {
  const session = await readSession().catch(() => undefined)
  const caller = session?.user.id
  const read = watchInfo(imdb, id, caller)
  // Whoever was turned away comes back with what was missing: a no is never fresh.
  const known = client.getQueryData<{ stream: unknown }>(read.key)
  if (known?.stream === null) client.removeQueries({ queryKey: read.key, exact: true })
  await startRead(client, read)
  return { id, caller }
}

export function startTrailer(client: QueryClient, imdb: string): Promise<void> {
  return startRead(client, trailer(imdb))
}
