import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, Id, IdText, lenient, listOf, many, one, PageText, PerPageText, page } from './shapes.ts'
import { Cover, TITLE_ORDERS, TitleCard } from './titleCards.ts'

const collectionFields = {
  id: Id,
  /** `/collections/{id}/{slug}` */
  path: v.string(),
  titleFa: v.string(),
  titleEn: lenient(v.string(), ''),
  description: lenient(v.nullable(v.string()), null),
  /** number of titles in the collection */
  count: lenient(v.number(), 0),
  /** the backdrop of its most voted title, in the form of a title's `backdrop` */
  backdrop: lenient(v.nullable(v.string()), null),
  /** up to four posters, most voted first */
  covers: lenient(listOf(Cover), []),
}

export const CollectionCard = v.object(collectionFields)
export type CollectionCard = v.InferOutput<typeof CollectionCard>

/** A collection with its first titles in the collection's order; without titles when called with `type=alt`. */
export const Collection = v.object({ ...collectionFields, titles: lenient(eachOnceOf(TitleCard), []) })
export type Collection = v.InferOutput<typeof Collection>

/** `own`: the order in which to watch the collection. */
export const COLLECTION_ORDERS = ['own', ...TITLE_ORDERS] as const

const params = v.object({ id: IdText })

export const collectionsApi = {
  /** All collections. */
  list: endpoint('GET', '/api/collections', { reply: many(CollectionCard) }),
  /**
   * A collection with its first titles; with `type=alt` without titles. 404 for a collection that is part of another one
   * now: `existing: {path}` of that one.
   */
  show: endpoint('GET', '/api/collections/:id', {
    params,
    query: v.object({ type: v.fallback(v.optional(v.picklist(['alt'])), undefined) }),
    reply: one(Collection),
  }),
  /** One page of the titles of a collection. */
  titles: endpoint('GET', '/api/collections/:id/titles', {
    params,
    query: v.object({
      order_by: v.fallback(v.optional(v.picklist(COLLECTION_ORDERS), 'own'), 'own'),
      page: v.optional(PageText, 1),
      per_page: v.optional(PerPageText),
    }),
    reply: page(TitleCard),
  }),
}
