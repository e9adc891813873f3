import * as v from 'valibot'
import { Id, lenient, listOf } from './shapes.ts'

/** A genre, as titles list it. */
const GenreTag = v.object({ id: Id, titleFa: v.string() })

export const TITLE_TYPES = ['movie', 'series'] as const
export const TITLE_ORDERS = ['newest', 'votes', 'rating', 'year'] as const
export type TitleType = (typeof TITLE_TYPES)[number]
export type TitleOrder = (typeof TITLE_ORDERS)[number]

/** A poster on the cover of a collection or genre, in the form of a title's `poster` and `posterColor`. */
export const Cover = v.object({
  poster: lenient(v.nullable(v.string()), null),
  posterColor: lenient(v.nullable(v.pipe(v.string(), v.hexColor())), null),
})
export type Cover = v.InferOutput<typeof Cover>

const RottenTomatoes = v.object({ rtMeter: v.number(), rtStatus: v.picklist(['fresh', 'rotten', 'certified']) })

/** The fields of a card, shared with records that extend it. */
export const cardFields = {
  id: Id,
  /** `/titles/{id}/{slug}` */
  path: v.pipe(v.string(), v.regex(/^\/titles\/\d+\/[^/]+$/u)),
  imdb: lenient(v.nullable(v.string()), null),
  type: lenient(v.picklist(TITLE_TYPES), 'movie'),
  /** URL, or URL template with `{width}` and `{format}` (RFC 6570, level 1), absolute or relative to the API base */
  poster: lenient(v.nullable(v.string()), null),
  /** `#rrggbb`, shown until the poster has loaded */
  posterColor: lenient(v.nullable(v.pipe(v.string(), v.hexColor())), null),
  titleEn: v.string(),
  titleFa: v.string(),
  /** alternative titles, so that device and server search find the same */
  otherNames: v.fallback(v.optional(v.array(v.string())), undefined),
  year: lenient(v.nullable(v.number()), null),
  genres: lenient(listOf(GenreTag), []),
  rating: lenient(v.nullable(v.number()), null),
  votes: lenient(v.number(), 0),
  rottenTomatoes: lenient(v.nullable(RottenTomatoes), null),
  isDubbed: lenient(v.boolean(), false),
  hasSubtitle: lenient(v.boolean(), false),
  /** not released yet: nothing to play */
  isComing: v.fallback(v.optional(v.boolean()), undefined),
  /** only for subscribers; of a series all episodes but the first */
  isPremium: v.fallback(v.optional(v.boolean()), undefined),
  updatedAt: lenient(v.nullable(v.string()), null),
}

export const TitleCard = v.object(cardFields)
export type TitleCard = v.InferOutput<typeof TitleCard>
