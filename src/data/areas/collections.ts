import * as v from 'valibot'
import { type COLLECTION_ORDERS, type Collection, CollectionCard, collectionsApi } from '#contract/collections.ts'
import { page as pageOf } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { dataOr } from '#data/network/optionalCall.ts'
import { rememberCards } from './cardCache.ts'
import type { TitlePage } from './titles.ts'

export type CollectionOrder = (typeof COLLECTION_ORDERS)[number]

export function collections(): Read<CollectionCard[]> {
  return read({
    key: ['collections'],
    shape: v.array(CollectionCard),
    fetch: (options) =>
      dataOr(call(collectionsApi.list, {}, options), async () =>
        (await import('./lowestLevel.ts')).collectionsOfTitles(options),
      ),
  })
}

/** A collection without its titles, which `collectionTitles` pages through. */
export function collection(id: number): Read<CollectionCard> {
  return read({
    key: ['collections', 'show', id],
    shape: CollectionCard,
    packed: ({ packedCollection }) => packedCollection(id),
    fetch: async (options) => {
      const { data } = await call(collectionsApi.show, { params: { id }, query: { type: 'alt' } }, options)
      return v.parse(CollectionCard, data satisfies Collection)
    },
  })
}

export function collectionTitles(
  id: number,
  { order, page }: { order: CollectionOrder; page: number },
): Read<TitlePage> {
  const query = { ...(order !== 'own' && { order_by: order }), ...(page > 1 && { page }) }
  return read({
    key: ['collections', 'titles', id, query],
    shape: pageOf(TitleCard),
    fetch: (options) => call(collectionsApi.titles, { params: { id }, query }, options),
    packed: async ({ packedCollectionTitles }) => (page > 1 ? undefined : packedCollectionTitles(id)),
    remember: ({ data }) => rememberCards(data),
  })
}

/** Returns the card of a collection from the cached list, for the page header before the page has loaded. */
export async function cachedCollection(id: number): Promise<CollectionCard | undefined> {
  const cached = await readFromDevice(() => collections().look())
  return cached?.data.find((collection) => collection.id === id)
}
