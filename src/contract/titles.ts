import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { File } from './files.ts'
import { CastMember, PersonCard } from './people.ts'
import {
  FlagText,
  Id,
  IdText,
  lenient,
  listOf,
  many,
  one,
  PageText,
  PerPageText,
  page,
  QueryText,
  Version,
} from './shapes.ts'
import { cardFields, TITLE_ORDERS, TITLE_TYPES, TitleCard } from './titleCards.ts'

const Episode = v.object({
  id: Id,
  number: v.number(),
  titleFa: lenient(v.nullable(v.string()), null),
  titleEn: lenient(v.nullable(v.string()), null),
  runtime: lenient(v.nullable(v.number()), null),
  /** ISO date */
  airedAt: lenient(v.nullable(v.string()), null),
  /** whether it can be played; servers without this field can play every released one */
  hasFilm: lenient(v.boolean(), true),
  /** The episode's own picture, in the form of `poster`, or null. */
  still: lenient(v.nullable(v.string()), null),
})
const Season = v.object({ number: v.number(), episodes: lenient(listOf(Episode), []) })

/** The user's own state of a title, valid at `version` of that user's data. */
const Viewer = v.object({ saved: v.boolean(), liked: v.boolean(), position: v.nullable(v.number()), version: Version })

export const Title = v.object({
  ...cardFields,
  /** In the form of `poster`. */
  backdrop: lenient(v.nullable(v.string()), null),
  synopsis: lenient(v.nullable(v.string()), null),
  /** minutes */
  runtime: lenient(v.nullable(v.number()), null),
  ageRating: lenient(v.nullable(v.string()), null),
  /** ISO 3166-1 alpha-2 */
  countries: lenient(listOf(v.string()), []),
  /** BCP 47 */
  languages: lenient(listOf(v.string()), []),
  /** ISO date */
  releasedAt: lenient(v.nullable(v.string()), null),
  directors: lenient(listOf(PersonCard), []),
  cast: lenient(listOf(CastMember), []),
  collection: lenient(v.nullable(v.object({ id: Id, titleFa: v.string(), path: v.string() })), null),
  seasons: lenient(listOf(Season), []),
  likes: lenient(v.number(), 0),
  trailer: lenient(v.nullable(v.object({ sources: listOf(v.object({ src: v.string(), type: v.string() })) })), null),
  /** number of screenshots */
  screenshots: lenient(v.number(), 0),
  isPremium: lenient(v.boolean(), false),
  /** whether it, or an episode of it, can be played; servers without this field can play every released one */
  hasFilm: lenient(v.boolean(), true),
  viewer: v.optional(v.fallback(v.nullable(Viewer), null), null),
  /** the files for this caller, from a server without the call `titles/{id}/files` */
  files: v.fallback(v.optional(listOf(File)), undefined),
})
export type Title = v.InferOutput<typeof Title>

/** A slide of the home's hero: a card plus the backdrop's fields. */
export const Slide = v.object({
  ...cardFields,
  backdrop: lenient(v.nullable(v.string()), null),
  synopsis: lenient(v.nullable(v.string()), null),
  runtime: lenient(v.nullable(v.number()), null),
})
export type Slide = v.InferOutput<typeof Slide>

/** An unreleased title; `releasedAt`: ISO date, null when unknown. */
export const ComingTitle = v.object({
  ...cardFields,
  releasedAt: lenient(v.nullable(v.string()), null),
  synopsis: lenient(v.nullable(v.string()), null),
})
export type ComingTitle = v.InferOutput<typeof ComingTitle>

/** Unknown values fall back: any type, the server's own order. */
export const TitleSearch = v.object({
  q: v.optional(QueryText, ''),
  type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all'),
  order_by: v.fallback(v.optional(v.picklist(TITLE_ORDERS)), undefined),
  is_dubbed: v.optional(FlagText, false),
  genre: v.fallback(v.optional(v.union([IdText, Id])), undefined),
  page: v.optional(PageText, 1),
  per_page: v.optional(PerPageText),
  resource: v.fallback(v.optional(v.picklist(['menu'])), undefined),
})
export type TitleSearch = v.InferOutput<typeof TitleSearch>

const params = v.object({ id: IdText })

export const titlesApi = {
  /** Titles by words and filters. With `resource=menu`: short rows, at most `MENU_RESULTS`, one page. */
  search: endpoint('GET', '/api/titles/search', { query: TitleSearch, reply: page(TitleCard) }),
  /** The slides of the home. */
  slideshow: endpoint('GET', '/api/titles/slideshow', {
    query: v.object({ type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all') }),
    reply: many(Slide),
  }),
  /** Earliest release first; titles without a date last. */
  comingSoon: endpoint('GET', '/api/titles/comingsoon', {
    query: v.object({
      type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all'),
      page: v.optional(PageText, 1),
      per_page: v.optional(PerPageText),
    }),
    reply: page(ComingTitle),
  }),
  /** `dub=1`: the dubbed version. 404 for a title that is part of another one now: `existing: {path}` of that one. */
  show: endpoint('GET', '/api/titles/:id', {
    params,
    query: v.object({ dub: v.optional(FlagText, false) }),
    reply: one(Title),
  }),
  /** Similar titles, best match first. */
  similar: endpoint('GET', '/api/titles/:id/similar', { params, reply: many(TitleCard) }),
  /** Other titles of the same directors. */
  directorTitles: endpoint('GET', '/api/titles/:id/director-titles', { params, reply: many(TitleCard) }),
}
