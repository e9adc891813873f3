import type { QueryClient } from '@tanstack/react-query'
import type { TitleCard } from '#contract/titleCards.ts'
import { titleFiles } from '#data/areas/files.ts'
import { cachedCard, title } from '#data/areas/titles.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { readSession } from '#data/database/session.ts'
import { startRead } from '#data/react/readHooks.ts'

/** Prefetches the data of the files screen. */
export async function startFiles(
  client: QueryClient,
  id: number,
): Promise<{ id: number; card: TitleCard | undefined }> {
  const session = await readFromDevice(readSession)
  const [card] = await Promise.all([
    cachedCard(id),
    startRead(client, title(id)),
    startRead(client, titleFiles(id, session?.user.id)),
  ])
  return { id, card }
}
