import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { latinDigits } from './persian.ts'
import { Id, IsoTime, lenient, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage } from './sync.ts'
import { TITLE_TYPES } from './titleCards.ts'

export const REQUEST_NAME_MIN = 2
export const REQUEST_NAME_MAX = 200
export const REQUEST_NOTE_MAX = 1000
/** The first films were shown in 1888 (Roundhay Garden Scene). */
export const YEAR_MIN = 1888
export const YEAR_MAX = 2100

export const REQUEST_STATES = ['waiting', 'accepted', 'added', 'rejected'] as const

/** A title that a user requested. `titleId`: its page once added; `reply`: the operator's answer. */
export const Request = v.object({
  id: Id,
  name: v.string(),
  type: lenient(v.picklist(TITLE_TYPES), 'movie'),
  year: lenient(v.nullable(v.number()), null),
  imdb: lenient(v.nullable(v.string()), null),
  note: lenient(v.nullable(v.string()), null),
  status: lenient(v.picklist(REQUEST_STATES), 'waiting'),
  reply: lenient(v.nullable(v.string()), null),
  titleId: lenient(v.nullable(Id), null),
  createdAt: IsoTime,
  version: Version,
})
export type Request = v.InferOutput<typeof Request>

const RequestTombstone = v.object({ id: Id, deleted: v.literal(true), version: Version })

/** The IMDb id in a link, or the id itself: `tt` and seven to nine digits. */
export function imdbIdIn(text: string): string | undefined {
  return /(?:^|[^a-z0-9])(tt\d{7,9})(?!\d)/i.exec(latinDigits(text))?.[1]?.toLowerCase()
}

/** Reads empty fields as omitted. */
export const NewRequest = v.object({
  name: v.pipe(
    v.string('required'),
    v.metadata({ minLength: REQUEST_NAME_MIN, maxLength: REQUEST_NAME_MAX }),
    v.trim(),
    v.check((text) => [...text].length >= REQUEST_NAME_MIN, 'requestNameShort'),
    v.check((text) => [...text].length <= REQUEST_NAME_MAX, 'requestNameLong'),
  ),
  type: v.picklist(TITLE_TYPES, 'required'),
  year: v.optional(
    v.nullable(v.pipe(v.number('year'), v.integer('year'), v.minValue(YEAR_MIN, 'year'), v.maxValue(YEAR_MAX, 'year'))),
    null,
  ),
  imdb: v.optional(
    v.nullable(
      v.pipe(
        v.string('imdb'),
        v.metadata({ pattern: 'tt[0-9]{7,9}' }),
        v.check((text) => imdbIdIn(text) !== undefined, 'imdb'),
        v.transform((text) => imdbIdIn(text) ?? text),
      ),
    ),
    null,
  ),
  note: v.optional(
    v.nullable(
      v.pipe(
        v.string('noteLong'),
        v.metadata({ maxLength: REQUEST_NOTE_MAX }),
        v.trim(),
        v.check((text) => [...text].length <= REQUEST_NOTE_MAX, 'noteLong'),
      ),
    ),
    null,
  ),
})
export type NewRequest = v.InferOutput<typeof NewRequest>

export const requestsApi = {
  /** The user's requests, newest first; with `since` the changes after that cursor. */
  list: endpoint('GET', '/api/user/requests', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([RequestTombstone, Request])),
  }),
  /** Creates a request; 409 `conflict` for a duplicate by IMDb id, or by name, type and year. */
  create: endpoint('POST', '/api/user/request', {
    access: 'user',
    queued: true,
    body: NewRequest,
    reply: acknowledged(Request),
  }),
}
