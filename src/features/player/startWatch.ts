import type { QueryClient } from '@tanstack/react-query'
import { trailer, watchInfo } from '#data/areas/player.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { readSession } from '#data/database/session.ts'
import { startRead } from '#data/react/readHooks.ts'

/** Prefetches the player's data. `caller`: id of the signed-in user, undefined for a guest. */
export async function startWatch(
  client: QueryClient,
  imdb: string,
  id: number,
  dub: 0 | 1 | undefined,
): Promise<{ id: number; caller: number | undefined }> {
  const session = await readFromDevice(readSession)
  const caller = session?.user.id
  const read = watchInfo(imdb, id, caller, dub)
  // A cached answer without a stream is never fresh: the user may have signed in or subscribed since.
  const known = client.getQueryData<{ stream: unknown }>(read.key)
  if (known?.stream === null) client.removeQueries({ queryKey: read.key, exact: true })
  await startRead(client, read)
  return { id, caller }
}

export function startTrailer(client: QueryClient, imdb: string): Promise<void> {
  return startRead(client, trailer(imdb))
}
