import * as v from 'valibot'
import { collectionsApi } from '#contract/collections.ts'
import { IdText } from '#contract/shapes.ts'
import type { CollectionOrder } from '#data/areas/collections.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** Which of a collection's titles are shown, and in what order. */
export interface CollectionSight {
  order: CollectionOrder
  page: number
}

/** As the address holds it: what is as usual is left out. */
export interface CollectionAddress {
  order_by?: CollectionOrder | undefined
  page?: number | undefined
}

/** Unknown values fall to the nearest sense: the collection's own order, from the first page. */
export function readCollectionSight(raw: CollectionAddress | Record<string, unknown>): CollectionSight {
  const { order_by, page } = raw
  const read = v.parse(collectionsApi.titles.query, { order_by: normalizeWord(order_by), page })
  return { order: read.order_by, page: read.page }
}

export function writeCollectionSight({ order, page }: CollectionSight): CollectionAddress {
  return { order_by: order === 'own' ? undefined : order, page: page === 1 ? undefined : page }
}

/** Nothing for what cannot be the id of a collection. */
export function readCollectionId(text: string): number | undefined {
  const read = v.safeParse(IdText, text)
  return read.success ? read.output : undefined
}
