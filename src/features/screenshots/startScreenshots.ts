import type { QueryClient } from '@tanstack/react-query'
import type { TitleCard } from '#contract/titleCards.ts'
import { titleScreenshots } from '#data/areas/screenshots.ts'
import { cachedCard, title } from '#data/areas/titles.ts'
import { startRead } from '#data/react/readHooks.ts'

/** Prefetches the data of the screenshots page. */
export async function startScreenshots(
  client: QueryClient,
  id: number,
): Promise<{ id: number; card: TitleCard | undefined }> {
  const [card] = await Promise.all([
    cachedCard(id),
    startRead(client, title(id)),
    startRead(client, titleScreenshots(id)),
  ])
  return { id, card }
}
