import * as v from 'valibot'
import { collectionsApi } from '#contract/collections.ts'
import type { CollectionOrder } from '#data/areas/collections.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** Order and page of a collection's titles. */
export interface CollectionView {
  order: CollectionOrder
  page: number
}

/** The view in the address; defaults are omitted. */
export interface CollectionAddress {
  order_by?: CollectionOrder | undefined
  page?: number | undefined
}

/** Parses the address; unknown values become the defaults. */
export function readCollectionView(raw: CollectionAddress | Record<string, unknown>): CollectionView {
  const { order_by, page } = raw
  const read = v.parse(collectionsApi.titles.query, { order_by: normalizeWord(order_by), page })
  return { order: read.order_by, page: read.page }
}

export function writeCollectionView({ order, page }: CollectionView): CollectionAddress {
  return { order_by: order === 'own' ? undefined : order, page: page === 1 ? undefined : page }
}
