import type { QueryClient } from '@tanstack/react-query'
import type { CollectionCard } from '#contract/collections.ts'
import { cachedCollection, collection, collectionTitles } from '#data/areas/collections.ts'
import { startRead } from '#data/react/readHooks.ts'
import type { CollectionView } from './address.ts'

/** Prefetches a collection's page. The cached card fills the header until the data has loaded. */
export async function startCollection(
  client: QueryClient,
  id: number,
  search: CollectionView,
): Promise<{ id: number; card: CollectionCard | undefined }> {
  const [card] = await Promise.all([
    cachedCollection(id),
    startRead(client, collection(id)),
    startRead(client, collectionTitles(id, search)),
  ])
  return { id, card }
}
