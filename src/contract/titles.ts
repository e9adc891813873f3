import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
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
})
const Season = v.object({ number: v.number(), episodes: lenient(listOf(Episode), []) })

/** What the signed-in person has done with a title, true up to that person's `version`. */
const Viewer = v.object({ saved: v.boolean(), liked: v.boolean(), position: v.nullable(v.number()), version: Version })

export const Title = v.object({
  ...cardFields,
  /** As `poster`. */
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
  /** how many */
  screenshots: lenient(v.number(), 0),
  isPremium: lenient(v.boolean(), false),
  viewer: v.optional(v.fallback(v.nullable(Viewer), null), null),
})
export type Title = v.InferOutput<typeof Title>

/** A slide of the home hero: a card with what the wide picture needs. */
export const Slide = v.object({
  ...cardFields,
  backdrop: lenient(v.nullable(v.string()), null),
  synopsis: lenient(v.nullable(v.string()), null),
  runtime: lenient(v.nullable(v.number()), null),
})
export type Slide = v.InferOutput<typeof Slide>

/** A title that is still to come; `releasedAt`: ISO date, nothing when no day is known yet. */
export const ComingTitle = v.object({
  ...cardFields,
  releasedAt: lenient(v.nullable(v.string()), null),
  synopsis: lenient(v.nullable(v.string()), null),
})
export type ComingTitle = v.InferOutput<typeof ComingTitle>

/** Unknown values fall to the nearest sense: no type is all types, no order is the server's own. */
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
  /** With `resource=menu`: light, at most `MENU_RESULTS`, one page. */
  search: endpoint('GET', '/api/titles/search', { query: TitleSearch, reply: page(TitleCard) }),
  slideshow: endpoint('GET', '/api/titles/slideshow', {
    query: v.object({ type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all') }),
    reply: many(Slide),
  }),
  /** Soonest first; what has no day comes last. */
  comingSoon: endpoint('GET', '/api/titles/comingsoon', {
    query: v.object({
      type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all'),
      page: v.optional(PageText, 1),
      per_page: v.optional(PerPageText),
    }),
    reply: page(ComingTitle),
  }),
  /** `dub=1`: the dubbed version. */
  show: endpoint('GET', '/api/titles/:id', {
    params,
    query: v.object({ dub: v.optional(FlagText, false) }),
    reply: one(Title),
  }),
  similar: endpoint('GET', '/api/titles/:id/similar', { params, reply: many(TitleCard) }),
  directorTitles: endpoint('GET', '/api/titles/:id/director-titles', { params, reply: many(TitleCard) }),
}
