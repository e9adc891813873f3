import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage } from './sync.ts'
import { TitleCard } from './titleCards.ts'

const Seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000))

/** The position in one film or episode, in seconds; the later of two marks wins. */
const markFields = {
  fileId: v.optional(v.nullable(Id), null),
  episodeId: v.optional(v.nullable(Id), null),
  position: Seconds,
  duration: Seconds,
}

const EpisodeMark = v.object({ ...markFields, watchedAt: IsoTime })
export type EpisodeMark = v.InferOutput<typeof EpisodeMark>

/** Whether the user marked a film (`episodeId` is null) or an episode as watched. Overrides positions up to `flaggedAt`. */
const WatchedFlag = v.object({ episodeId: v.nullable(Id), watched: v.boolean(), flaggedAt: IsoTime })
export type WatchedFlag = v.InferOutput<typeof WatchedFlag>

/** The last watched part of a title; for a series, the mark of each episode too. */
export const HistoryItem = v.object({
  titleId: Id,
  title: TitleCard,
  /** position and duration are 0 where nothing was played */
  ...markFields,
  /** time of the last mark or, if later, of the last flag that says watched */
  watchedAt: IsoTime,
  /** time of the last mark; null where nothing was played; absent from a server without flags: `watchedAt` */
  playedAt: lenient(v.optional(v.nullable(IsoTime)), undefined),
  episodes: lenient(listOf(EpisodeMark), []),
  flags: lenient(listOf(WatchedFlag), []),
  /** The user hid the title from "continue watching" and has not watched it since. */
  hidden: lenient(v.boolean(), false),
  version: Version,
})
export type HistoryItem = v.InferOutput<typeof HistoryItem>

const HistoryTombstone = v.object({ titleId: Id, deleted: v.literal(true), version: Version })

/** Maximum number of marks of other episodes in one call. */
export const MARKS_MAX = 100

/**
 * Sets the position. `earlier`: unsent marks of other episodes of the same title, each with its age in ms relative to
 * this mark.
 */
export const SetPosition = v.object({
  ...markFields,
  earlier: v.optional(
    v.pipe(v.array(v.object({ ...markFields, age: v.pipe(v.number(), v.minValue(0)) })), v.maxLength(MARKS_MAX)),
    [],
  ),
})
export type SetPosition = v.InferOutput<typeof SetPosition>

/** Maximum number of flags in one call: more episodes than most series have, in less than 128 kB. */
export const FLAGS_MAX = 2_000

/** Sets flags of a film (`episodeId` is null) or of episodes; `watched` null removes one. */
export const SetWatched = v.object({
  flags: v.pipe(
    v.array(v.object({ episodeId: v.nullable(Id), watched: v.nullable(v.boolean()) })),
    v.minLength(1),
    v.maxLength(FLAGS_MAX),
  ),
})
export type SetWatched = v.InferOutput<typeof SetWatched>

const params = v.object({ id: IdText })

export const historyApi = {
  /** The watched titles, last watched first; with `since` the changes after that cursor. */
  list: endpoint('GET', '/api/user/history', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Merges monotonically: a mark older than the stored one changes nothing (docs/sync.md#conflicts). */
  set: endpoint('POST', '/api/user/history/:id', {
    access: 'user',
    queued: true,
    params,
    body: SetPosition,
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Marks a film or episodes as watched or not. Flags merge like positions: one older than the stored changes nothing. */
  setWatched: endpoint('POST', '/api/user/history/:id/watched', {
    access: 'user',
    queued: true,
    params,
    body: SetWatched,
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Removes the title with all its episodes and flags from the history. */
  remove: endpoint('DELETE', '/api/user/history/:id', {
    access: 'user',
    queued: true,
    params,
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
  /** Hides a title from "continue watching" until it is watched again, or shows it again. The history stays unchanged. */
  setHidden: endpoint('POST', '/api/user/history/:id/hidden', {
    access: 'user',
    queued: true,
    params,
    body: v.object({ hidden: v.boolean() }),
    reply: acknowledged(v.union([HistoryTombstone, HistoryItem])),
  }),
}
