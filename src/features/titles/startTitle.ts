import type { QueryClient } from '@tanstack/react-query'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { topComments } from '#data/areas/comments.ts'
import { cachedCard, directorTitles, similarTitles, title } from '#data/areas/titles.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { readQuery, startRead } from '#data/react/readHooks.ts'
import { titlePreview } from '#parts/navigation/titlePreview.ts'

/**
 * Loads the content of a title page; a prefetch loads the title only. Returns the title's card if this device has cached
 * it, to render the page's head until the title arrives.
 */
export async function startTitle(
  client: QueryClient,
  id: number,
  { dub, isPrefetch, isRestoring }: { dub: boolean; isPrefetch: boolean; isRestoring: boolean },
): Promise<{ id: number; card: TitleCard | undefined }> {
  const [card] = await Promise.all([
    cachedCard(id),
    startRead(client, title(id, dub)),
    isPrefetch ? undefined : startDeferredContent(client, id, isRestoring),
  ])
  return { id, card }
}

/** Longest wait behind the instant preview, in ms; after it the page renders and shows its own loading state. */
const PREVIEW_TIMEOUT = 700

/**
 * While the instant preview is shown, the navigation waits for the title: rendering the page twice, without and with the
 * title, would delay it. Undefined when there is nothing to wait for.
 */
export function waitBehindPreview(client: QueryClient, id: number, dub: boolean): Promise<void> | undefined {
  return titlePreview.isShown() ? waitForTitle(client, title(id, dub)) : undefined
}

async function waitForTitle(client: QueryClient, read: Read<Title>): Promise<void> {
  // A cached title does not wait for the network.
  await startRead(client, read)
  if (client.getQueryData(read.key) !== undefined) return
  const timeout = new Promise((resolve) => setTimeout(resolve, PREVIEW_TIMEOUT))
  await Promise.race([client.prefetchQuery(readQuery(read)), timeout])
}

/** Reads from the device while the head renders; the navigation waits only for a restored screen. */
async function startDeferredContent(client: QueryClient, id: number, isRestoring: boolean): Promise<void> {
  const started = Promise.all([
    startRead(client, similarTitles(id)),
    startRead(client, directorTitles(id)),
    startRead(client, topComments(id)),
  ])
  if (isRestoring) await started
}
