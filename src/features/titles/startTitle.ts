import type { QueryClient } from '@tanstack/react-query'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { topComments } from '#data/areas/comments.ts'
import { directorTitles, seenCard, similarTitles, title } from '#data/areas/titles.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { readQuery, startRead } from '#data/react/readHooks.ts'
import { isRestoringScreen } from '#parts/navigation/navigationKind.ts'
import { isTitlePreviewShown } from '#parts/navigation/titlePreview.ts'

export { noteSnapshotTaken } from '#parts/navigation/posterTransition.ts'

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

/** A page that is not there behind the curtain is drawn as it is after so long, in ms: it says what it waits for. */
const PATIENCE = 700

/**
 * While the curtain shows the head of the page, the page waits for its title: to be drawn twice, without it and with it, would make
 * it late. Nothing to wait for where there is no curtain.
 */
export function waitBehindPreview(client: QueryClient, id: number, dub: boolean): Promise<void> | undefined {
  return isTitlePreviewShown() ? known(client, title(id, dub)) : undefined
}

async function known(client: QueryClient, read: Read<Title>): Promise<void> {
  // What the device remembers is not kept back for the network.
  await startRead(client, read)
  if (client.getQueryData(read.key) !== undefined) return
  await Promise.race([client.prefetchQuery(readQuery(read)), new Promise((late) => setTimeout(late, PATIENCE))])
}

/** Waited for only where it must stand at once; it looks into the device while what is above it is drawn. */
async function below(client: QueryClient, id: number): Promise<void> {
  const known = Promise.all([
    startRead(client, similarTitles(id)),
    startRead(client, directorTitles(id)),
    startRead(client, topComments(id)),
  ])
  if (isRestoringScreen()) await known
}
