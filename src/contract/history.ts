import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage } from './sync.ts'
import { TitleCard } from './titleCards.ts'

const Seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))

/** How far somebody is in one film or episode. Seconds; of two marks of the same thing the later counts. */
const markFields = {
  fileId: v.optional(v.nullable(Id), null),
  episodeId: v.optional(v.nullable(Id), null),
  position: Seconds,
  duration: Seconds,
}

const EpisodeMark = v.object({ ...markFields, watchedAt: IsoTime })
export type EpisodeMark = v.InferOutput<typeof EpisodeMark>

/** The last thing watched of a title; of a series also how far each episode is. */
export const HistoryItem = v.object({
  titleId: Id,
  title: TitleCard,
  ...markFields,
  watchedAt: IsoTime,
  episodes: lenient(listOf(EpisodeMark), []),
  version: Version,
})
export type HistoryItem = v.InferOutput<typeof HistoryItem>

const HistoryTombstone = v.object({ titleId: Id, deleted: v.literal(true), version: Version })

/** Most marks of other episodes that one call may bring along. */
export const MARKS_MAX = 100

/**
 * How far the person is. `earlier`: marks of other episodes of the title that have not been sent yet, each with its age
 * in ms beside this one's.
 */
export const SetPosition = v.object({
  ...markFields,
  earlier: v.optional(
    v.pipe(v.array(v.object({ ...markFields, age: v.pipe(v.number(), v.minValue(0)) })), v.maxLength(MARKS_MAX)),
    [],
  ),
})
export type SetPosition = v.InferOutput<typeof SetPosition>

const params = v.object({ id: IdText })

export const historyApi = {
  list: endpoint('GET', '/api/user/history', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Monotone: a mark older than what the server has of that film or episode changes nothing. */
  set: endpoint('POST', '/api/user/history/:id', {
    access: 'user',
    queued: true,
    params,
    body: SetPosition,
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Takes the title off the history, with all its episodes. */
  remove: endpoint('DELETE', '/api/user/history/:id', {
    access: 'user',
    queued: true,
    params,
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
}
