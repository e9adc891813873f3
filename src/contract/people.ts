import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, Id, IdText, lenient, listOf, many, PageMeta, PageText, QueryText } from './shapes.ts'
import { TITLE_ORDERS, TitleCard } from './titleCards.ts'

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
  /** votes of all works together: of two namesakes the better known comes first, on the device too */
  popularity: v.fallback(v.optional(v.number()), undefined),
}

export const PersonCard = v.object(personFields)
export type PersonCard = v.InferOutput<typeof PersonCard>

/** A person in a cast: the card and whom they play. */
export const CastMember = v.object({ ...personFields, character: lenient(v.nullable(v.string()), null) })
export type CastMember = v.InferOutput<typeof CastMember>

export const PERSON_ROLES = ['actor', 'director'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

/** A person whole. `knownFor`: the best-known works in whatever role. */
export const Person = v.object({
  ...personFields,
  biography: lenient(v.nullable(v.string()), null),
  /** ISO date, or a year */
  born: lenient(v.nullable(v.string()), null),
  /** As `born`. */
  died: lenient(v.nullable(v.string()), null),
  birthplace: lenient(v.nullable(v.string()), null),
  /** the roles in which there are works, the one with more of them first */
  roles: lenient(listOf(v.picklist(PERSON_ROLES)), []),
  knownFor: lenient(eachOnceOf(TitleCard), []),
})
export type Person = v.InferOutput<typeof Person>

export const peopleApi = {
  /** The person, and a page of the works in the asked role; no role is the one with more works. */
  show: endpoint('GET', '/api/people/:id', {
    params: v.object({ id: IdText }),
    query: v.object({
      role: v.fallback(v.optional(v.picklist(PERSON_ROLES)), undefined),
      order_by: v.fallback(v.optional(v.picklist(TITLE_ORDERS), 'newest'), 'newest'),
      page: v.optional(PageText, 1),
    }),
    reply: v.object({
      data: v.object({ ...Person.entries, titles: lenient(eachOnceOf(TitleCard), []) }),
      meta: PageMeta,
    }),
  }),
  search: endpoint('GET', '/api/people/search', {
    query: v.object({ q: v.optional(QueryText, '') }),
    reply: many(PersonCard),
  }),
}
