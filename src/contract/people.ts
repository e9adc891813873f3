import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, lenient, many, QueryText } from './shapes.ts'

const personFields = {
  id: Id,
  /** `/people/{role}/{id}/{slug}` */
  path: v.string(),
  /** As a title's `poster`. */
  image: lenient(v.nullable(v.string()), null),
  fullnameEn: v.string(),
  fullnameFa: v.string(),
  job: lenient(v.picklist(['actor', 'director']), 'actor'),
  /** English title of the best-rated work as actor / as director. */
  bestStarred: lenient(v.nullable(v.string()), null),
  bestDirected: lenient(v.nullable(v.string()), null),
}

export const PersonCard = v.object(personFields)
export type PersonCard = v.InferOutput<typeof PersonCard>

/** A person in a cast: the card and whom they play. */
export const CastMember = v.object({ ...personFields, character: lenient(v.nullable(v.string()), null) })
export type CastMember = v.InferOutput<typeof CastMember>

export const peopleApi = {
  search: endpoint('GET', '/api/people/search', {
    query: v.object({ q: v.optional(QueryText, '') }),
    reply: many(PersonCard),
  }),
}
