import * as v from 'valibot'
import {
  type EpisodeMark,
  type HistoryItem,
  historyApi,
  MARKS_MAX,
  SetPosition,
  SetWatched,
  type WatchedFlag,
} from '#contract/history.ts'
import { Id } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { type PersonalDatabase, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { HistoryRow } from '#data/database/rows.ts'
import { type ListDefinition, mergeRow, readMergedList } from '#data/lists/mergedView.ts'
import type { Packed, RecordPages } from '#data/lists/recordPages.ts'
import { ask, call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { type Acknowledgement, mutation } from '#data/sync/mutation.ts'
import { deltaPull, type PersonalList, putAcknowledged } from '#data/sync/pull.ts'
import { importedRows, importWatched, WATCHED_LANE } from './importHistory.ts'

/** Shortest interval between two deliveries of a playing position, in ms. */
const POSITION_WINDOW = 15_000

export const historyLane = ({ titleId }: { titleId: number }) => `history:${titleId}`
const FLAGS_LANE = 'flags:'
const flagsLane = ({ titleId }: { titleId: number }) => `${FLAGS_LANE}${titleId}`

/**
 * Sets the playback position. May be called every few seconds: positions of one title coalesce into one entry, sent
 * once per window. `isLast`: playback paused, ended or left, so the entry is sent at once.
 */
export const setPosition = mutation({
  kind: 'history.setPosition',
  formatVersion: 1,
  input: v.object({
    titleId: Id,
    card: TitleCard,
    ...SetPosition.entries,
    isLast: v.optional(v.boolean(), false),
  }),
  entity: historyLane,
  label: ({ card }) => card.titleFa || card.titleEn,
  window: ({ isLast }) => (isLast ? 0 : POSITION_WINDOW),
  apply: (row: HistoryRow | undefined, input, { createdAt }): HistoryRow => {
    const { titleId, card, fileId, episodeId, position, duration, earlier } = input
    const mark = { fileId, episodeId, position, duration, watchedAt: isoTime(createdAt) }
    const marks = [mark, ...earlier.map(({ age, ...one }) => ({ ...one, watchedAt: isoTime(createdAt - age) }))]
    const episodes = marks.filter((one) => one.episodeId !== null)
    const item = { ...row, ...mark, titleId, title: card, version: row?.version ?? 0, hidden: false }
    return { ...item, playedAt: mark.watchedAt, episodes: mergeMarks(row, episodes) }
  },
  // Positions of other episodes move into `earlier`; of one episode the later position wins.
  merge: (before, next, madeAt) => {
    const since = Math.max(1, clock.now() - madeAt)
    const { fileId, episodeId, position, duration } = before
    const marks = [{ fileId, episodeId, position, duration, age: 0 }, ...before.earlier]
    const knownEpisodes = new Set([next.episodeId, ...next.earlier.map((one) => one.episodeId)])
    const carried = marks
      .filter((one) => !knownEpisodes.has(one.episodeId))
      .map((one) => ({ ...one, age: one.age + since }))
    const earlier = [...next.earlier, ...carried]
    return earlier.length > MARKS_MAX ? undefined : { ...next, earlier }
  },
  slot: ({ episodeId, earlier }) => (earlier.length > 0 ? undefined : String(episodeId)),
  request: ({ titleId, fileId, episodeId, position, duration, earlier }) =>
    ask(historyApi.set, { params: { id: titleId }, body: { fileId, episodeId, position, duration, earlier } }),
  tables: ['history'],
  storeAll: storeHistory,
  storeLocally,
})

/** Delay before an undoable removal is sent, in ms: slightly longer than the undo snackbar shows. */
const UNDO_WINDOW = 11_000

/**
 * Removes a title with all its episodes. `name`: for the list of pending changes. `canUndo`: the user is offered an
 * undo; until the window ends, undoing sends nothing.
 */
export const removeFromHistory = mutation({
  kind: 'history.remove',
  formatVersion: 1,
  input: v.object({ titleId: Id, name: v.string(), canUndo: v.optional(v.boolean(), false) }),
  entity: historyLane,
  label: ({ name }) => name,
  window: ({ canUndo }) => (canUndo ? UNDO_WINDOW : 0),
  apply: (_: HistoryRow | undefined): HistoryRow | undefined => undefined,
  isSatisfied: async (database, { titleId }) =>
    (await database.history.get(titleId))?.watchedAt === undefined &&
    (await pendingEntries(database, [flagsLane({ titleId })])).length === 0,
  isOff: () => true,
  request: ({ titleId }) => ask(historyApi.remove, { params: { id: titleId } }),
  tables: ['history'],
  storeAll: storeHistory,
  gone: async (database, { titleId }, goneWith) => {
    const row = await database.history.get(titleId)
    if (!row) return
    await database.history.put({ titleId, version: row.version, episodes: [], goneWith })
    await historyPull.requestSnapshot(database)
  },
  storeLocally,
})

/**
 * Hides a title from "continue watching" until it is watched again, or shows it again. `name`: for the list of pending
 * changes.
 */
export const setHidden = mutation({
  kind: 'history.setHidden',
  formatVersion: 1,
  input: v.object({ titleId: Id, name: v.string(), hidden: v.boolean() }),
  entity: historyLane,
  label: ({ name }) => name,
  apply: (row: HistoryRow | undefined, { hidden }) => row && { ...row, hidden },
  // Supersedes only earlier entries of its own kind: pending positions of the lane stay.
  merge: (_, next) => next,
  isSatisfied: async (database, { titleId, hidden }) => {
    const isHidden = (await database.history.get(titleId))?.hidden ?? false
    return isHidden === hidden && (await pendingEntries(database, [historyLane({ titleId })])).length === 0
  },
  isOff: ({ hidden }) => !hidden,
  request: ({ titleId, hidden }) => ask(historyApi.setHidden, { params: { id: titleId }, body: { hidden } }),
  tables: ['history'],
  storeAll: storeHistory,
  storeLocally,
})

/**
 * Marks a film (`episodeId` is null) or episodes as watched or not; null removes the flag, so that an undo restores what
 * was there.
 */
export const setWatched = mutation({
  kind: 'history.setWatched',
  formatVersion: 1,
  input: v.object({ titleId: Id, card: TitleCard, ...SetWatched.entries }),
  entity: flagsLane,
  label: ({ card }) => card.titleFa || card.titleEn,
  apply: (row: HistoryRow | undefined, { titleId, card, flags }, { createdAt }): HistoryRow | undefined => {
    const flaggedAt = isoTime(createdAt)
    const all = new Map(row?.flags?.map((flag) => [flag.episodeId, flag]))
    for (const { episodeId, watched } of flags) {
      if (watched === null) all.delete(episodeId)
      else all.set(episodeId, { episodeId, watched, flaggedAt })
    }
    const playedAt = (row && playedAtOf(row)) ?? null
    const times = [...all.values()].map((flag) => (flag.watched ? flag.flaggedAt : ''))
    const watchedAt = [playedAt ?? '', ...times].toSorted().at(-1)
    if (!watchedAt) return undefined
    const item = { ...NOTHING_PLAYED, ...row, titleId, title: card, version: row?.version ?? 0 }
    const hidden = item.hidden && !flags.some(({ watched }) => watched)
    return { ...item, watchedAt, playedAt, flags: [...all.values()], hidden }
  },
  merge: (before, next) => {
    // Other flags keep their time, which may be before that of a position.
    const changed = new Set(next.flags.map(({ episodeId }) => episodeId))
    return before.flags.every(({ episodeId }) => changed.has(episodeId)) ? next : undefined
  },
  slot: ({ flags }) => (flags.length === 1 ? String(flags[0]?.episodeId) : undefined),
  request: ({ titleId, flags }) => ask(historyApi.setWatched, { params: { id: titleId }, body: { flags } }),
  tables: ['history'],
  storeAll: storeHistory,
  storeLocally,
})

const NOTHING_PLAYED = { fileId: null, episodeId: null, position: 0, duration: 0, episodes: [], hidden: false }

/** When the title was last played; null or undefined if never. */
export function playedAtOf({ playedAt, watchedAt }: Pick<HistoryRow, 'playedAt' | 'watchedAt'>) {
  return playedAt === undefined ? watchedAt : playedAt
}

async function storeLocally(
  { history }: PersonalDatabase,
  { titleId }: { titleId: number },
  apply: (row: HistoryRow | undefined) => HistoryRow | undefined,
) {
  const before = await history.get(titleId)
  const row = apply(before) ?? (before && { titleId, version: before.version, episodes: [] })
  if (row) await history.put({ ...row, isLocal: true })
}

function storeHistory(
  { history }: PersonalDatabase,
  answers: Acknowledgement<{ data: Parameters<typeof historyRow>[0] }>[],
) {
  return putAcknowledged(
    history,
    answers.map(({ reply, seq }) => ({ row: historyRow(reply.data), seq })),
  )
}

export const historyPull = deltaPull({
  name: 'history',
  table: 'history',
  rowKey: (row: HistoryRow) => row.titleId,
  fetch: (query, options) => call(historyApi.list, { query }, options),
  row: historyRow,
})

function historyRow(item: HistoryItem | { titleId: number; deleted: true; version: number }): HistoryRow {
  return 'deleted' in item ? { titleId: item.titleId, version: item.version, episodes: [] } : item
}

/** The kinds that change one title's row. */
const CHANGES = [setPosition, removeFromHistory, setHidden, setWatched]

/** A history item as shown to the user. */
export interface Watched extends Omit<HistoryItem, 'version'> {
  /** a change of it is pending */
  pending: boolean
}

/** The history, most recently watched first. */
export const historyList: ListDefinition<HistoryRow, Watched> = {
  pull: historyPull,
  table: 'history',
  index: 'watchedAt',
  lanes: ['history:', FLAGS_LANE, WATCHED_LANE],
  overlays(entry) {
    const imported = entry.kind === importWatched.kind ? importWatched.read(entry) : undefined
    if (imported) {
      const overlays = [...importedRows(imported, entry)].map(([id, importedRow]) => {
        const apply = (row: HistoryRow | undefined) =>
          row?.watchedAt ? row : { ...importedRow, version: row?.version ?? 0 }
        return [id, { apply, marksPending: false }] as const
      })
      return new Map(overlays)
    }
    const kind = CHANGES.find((one) => one.kind === entry.kind)
    const titleId = kind?.read(entry)?.titleId
    if (!kind || titleId === undefined) return new Map()
    return new Map([[titleId, { apply: (row) => kind.applyEntry(row, entry), marksPending: true }]])
  },
  show(id, { row, pending }) {
    const item = shownRow(row, pending)
    return item && { id, sortKey: item.watchedAt, item }
  },
  compact: (watched, pages) => new CompactWatched(watched, pages),
}

const NO_EPISODES: EpisodeMark[] = []
const NO_FLAGS: WatchedFlag[] = []

class CompactWatched implements Watched {
  readonly titleId: number
  readonly fileId: number | null
  readonly episodeId: number | null
  readonly position: number
  readonly duration: number
  readonly watchedAt: string
  readonly playedAt: string | null | undefined
  readonly episodes: EpisodeMark[]
  readonly flags: WatchedFlag[]
  readonly hidden: boolean
  readonly pending: boolean
  readonly #title: Packed<TitleCard>

  constructor(watched: Watched, pages: RecordPages) {
    const { titleId, fileId, episodeId, position, duration, watchedAt, playedAt, episodes, flags, hidden } = watched
    this.titleId = titleId
    this.fileId = fileId
    this.episodeId = episodeId
    this.position = position
    this.duration = duration
    this.watchedAt = watchedAt
    this.playedAt = playedAt
    this.episodes = episodes.length > 0 ? episodes : NO_EPISODES
    this.flags = flags.length > 0 ? flags : NO_FLAGS
    this.hidden = hidden
    this.pending = watched.pending
    this.#title = pages.pack(watched.title)
  }

  get title(): TitleCard {
    return this.#title.read()
  }
}

/** Reads the whole history; undefined for guests. */
export async function watchedTitles(): Promise<PersonalList<Watched> | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && readMergedList(historyList, database)
}

/** Reads the history item of one title; undefined if there is none. */
export async function watchedState(titleId: number): Promise<Watched | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && watchedStateIn(database, titleId)
}

/** Reads the history item of one title in a user's database, whoever is signed in. May be part of a transaction. */
export async function watchedStateIn(database: PersonalDatabase, titleId: number): Promise<Watched | undefined> {
  return database.transaction('r', database.history, database.outbox, async () => {
    const entries = await pendingEntries(database, [historyLane({ titleId }), flagsLane({ titleId })])
    const overlays = entries.flatMap((entry) => historyList.overlays(entry).get(titleId) ?? [])
    const { row, pending } = mergeRow(await database.history.get(titleId), overlays)
    return shownRow(row, pending)
  })
}

function shownRow(row: HistoryRow | undefined, pending: boolean): Watched | undefined {
  if (!row?.title || typeof row.watchedAt !== 'string') return undefined
  const { titleId, title, watchedAt, playedAt, hidden = false } = row
  const { fileId = null, episodeId = null, position = 0, duration = 0 } = row
  const episodes = Array.isArray(row.episodes) ? row.episodes : []
  const flags = Array.isArray(row.flags) ? row.flags : []
  return {
    titleId,
    title,
    fileId,
    episodeId,
    position,
    duration,
    watchedAt,
    playedAt,
    episodes,
    flags,
    hidden,
    pending,
  }
}

function mergeMarks(row: HistoryRow | undefined, marks: EpisodeMark[]): EpisodeMark[] {
  const episodes = new Map((row?.episodes ?? []).map((mark) => [mark.episodeId, mark]))
  for (const mark of marks) {
    const stored = episodes.get(mark.episodeId)
    if (!stored || stored.watchedAt <= mark.watchedAt) episodes.set(mark.episodeId, mark)
  }
  return [...episodes.values()]
}

function isoTime(at: number): string {
  return new Date(Math.max(0, at)).toISOString()
}
