import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, Id, IdText, lenient, listOf, many, PageMeta, PageText, QueryText } from './shapes.ts'
import { TITLE_ORDERS, TitleCard } from './titleCards.ts'

const personFields = {
  id: Id,
  /** `/people/{role}/{id}/{slug}` */
  path: v.string(),
  /** In the form of a title's `poster`. */
  image: lenient(v.nullable(v.string()), null),
  fullnameEn: v.string(),
  fullnameFa: v.string(),
  job: lenient(v.picklist(['actor', 'director']), 'actor'),
  /** English title of the highest-rated work as actor / as director. */
  bestStarred: lenient(v.nullable(v.string()), null),
  bestDirected: lenient(v.nullable(v.string()), null),
  /** votes of all works together; sorts namesakes, on the device too */
  popularity: v.fallback(v.optional(v.number()), undefined),
}

export const PersonCard = v.object(personFields)
export type PersonCard = v.InferOutput<typeof PersonCard>

/** A person in a cast: the card and the role played. */
export const CastMember = v.object({ ...personFields, character: lenient(v.nullable(v.string()), null) })
export type CastMember = v.InferOutput<typeof CastMember>

export const PERSON_ROLES = ['actor', 'director'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

/** The full record of a person. `knownFor`: the most voted works in any role. */
export const Person = v.object({
  ...personFields,
  biography: lenient(v.nullable(v.string()), null),
  /** ISO date, or a year */
  born: lenient(v.nullable(v.string()), null),
  /** In the form of `born`. */
  died: lenient(v.nullable(v.string()), null),
  birthplace: lenient(v.nullable(v.string()), null),
  /** roles with works, the one with more works first */
  roles: lenient(listOf(v.picklist(PERSON_ROLES)), []),
  knownFor: lenient(eachOnceOf(TitleCard), []),
})
export type Person = v.InferOutput<typeof Person>

export const peopleApi = {
  /**
   * The person with one page of works in the requested role, by default the one with more works. 404 for a person who is part of another
   * one now: `existing: {path}` of that one.
   */
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
  /** Actors and directors by name, best match first. */
  search: endpoint('GET', '/api/people/search', {
    query: v.object({ q: v.optional(QueryText, '') }),
    reply: many(PersonCard),
  }),
}
