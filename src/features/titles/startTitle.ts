import type { QueryClient } from '@tanstack/react-query'
import type { TitleCard } from '#contract/titleCards.ts'
import { topComments } from '#data/comments.ts'
import { startRead } from '#data/hooks.ts'
import { directorTitles, seenCard, similarTitles, title } from '#data/titles.ts'
import { isReturning } from '#parts/returning.ts'

export { notePictureTaken } from '#parts/growing.ts'

/**
 * Starts what a title's page shows; `ahead` of being asked, the title alone. The card, if this device has seen it, is the
 * head of the page until the rest comes.
 */
export async function startTitle(
  client: QueryClient,
  id: number,
  { dub, ahead }: { dub: boolean; ahead: boolean },
): Promise<{ id: number; card: TitleCard | undefined }> {
  const [card] = await Promise.all([
    seenCard(id),
    startRead(client, title(id, dub)),
    ahead ? undefined : below(client, id),
  ])
  return { id, card }
}

/** Waited for only where it must stand at once; it looks into the device while what is above it is drawn. */
async function below(client: QueryClient, id: number): Promise<void> {
  const known = Promise.all([
    startRead(client, similarTitles(id)),
    startRead(client, directorTitles(id)),
    startRead(client, topComments(id)),
  ])
  if (isReturning()) await known
}
