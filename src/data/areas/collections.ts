import * as v from 'valibot'
import { type COLLECTION_ORDERS, type Collection, CollectionCard, collectionsApi } from '#contract/collections.ts'
import { page as pageOf } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { rememberCards } from './seenCards.ts'
import type { TitlePage } from './titles.ts'

export type CollectionOrder = (typeof COLLECTION_ORDERS)[number]

export function collections(): Read<CollectionCard[]> {
  return read({
    key: ['collections'],
    shape: v.array(CollectionCard),
    fetch: async (options) => (await call(collectionsApi.list, {}, options)).data,
  })
}

/** What a collection is; its titles are a list of their own. */
export function collection(id: number): Read<CollectionCard> {
  return read({
    key: ['collections', 'show', id],
    shape: CollectionCard,
    fetch: async (options) => {
      const { data } = await call(collectionsApi.show, { params: { id }, query: { type: 'alt' } }, options)
      return v.parse(CollectionCard, data satisfies Collection)
    },
  })
}

/** One page of a collection's titles. */
export function collectionTitles(id: number, sight: { order: CollectionOrder; page: number }): Read<TitlePage> {
  const query = { ...(sight.order !== 'own' && { order_by: sight.order }), ...(sight.page > 1 && { page: sight.page }) }
  return read({
    key: ['collections', 'titles', id, query],
    shape: pageOf(TitleCard),
    fetch: (options) => call(collectionsApi.titles, { params: { id }, query }, options),
    remember: ({ data }) => rememberCards(data),
  })
}

/** What this device knows of a collection without having opened it: enough for the head of its page. */
export async function seenCollection(id: number): Promise<CollectionCard | undefined> {
  const known = await collections()
    .look()
    .catch(() => undefined)
  return known?.data.find((one) => one.id === id)
}
