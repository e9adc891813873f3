import type { DatabaseState, Entry } from './trackedMutation.ts'

/** Positions and flags of a series by the merged view of a device. Times are ISO strings. */
interface Viewing {
  positions: Map<number, Mark>
  flags: Map<number, { watched: boolean; at: string }>
  /** the episode played last, and when */
  played: { episodeId: number | null; at: string } | undefined
}
interface Mark {
  position: number
  duration: number
  at: string
}

interface StoredMark {
  episodeId: number | null
  position: number
  duration: number
  watchedAt: string
}
interface StoredFlag {
  episodeId: number | null
  watched: boolean
  flaggedAt: string
}
/** A base row of the history. Without `watchedAt` it is a tombstone. */
type StoredHistory = Partial<StoredMark> & {
  playedAt?: string | null
  episodes?: StoredMark[]
  flags?: StoredFlag[]
}
interface PositionPayload extends Omit<StoredMark, 'watchedAt'> {
  earlier?: (Omit<StoredMark, 'watchedAt'> & { age: number })[]
}

const isoTime = (at: number) => new Date(Math.max(0, at)).toISOString()
const nothing = (): Viewing => ({ positions: new Map(), flags: new Map(), played: undefined })

/** The base row with the pending entries of the title's two lanes. */
function viewingOf({ outbox, tables }: DatabaseState, titleId: number): Viewing {
  const pending = [...outbox.values()].filter(
    ({ entity, status }) =>
      (entity === `history:${titleId}` || entity === `flags:${titleId}`) &&
      (status === 'queued' || status === 'sending'),
  )
  return pending
    .toSorted((one, other) => one.seq - other.seq)
    .reduce(withEntry, fromRow(tables.get('history')?.get(titleId) as StoredHistory | undefined))
}

function fromRow(row: StoredHistory | undefined): Viewing {
  const viewing = nothing()
  if (!row?.watchedAt) return viewing
  const at = row.playedAt === undefined ? row.watchedAt : row.playedAt
  if (at !== null) {
    viewing.played = { episodeId: row.episodeId ?? null, at }
    if (row.episodeId) {
      viewing.positions.set(row.episodeId, { position: row.position ?? 0, duration: row.duration ?? 0, at })
    }
  }
  for (const { episodeId, position, duration, watchedAt } of row.episodes ?? [])
    if (episodeId !== null) viewing.positions.set(episodeId, { position, duration, at: watchedAt })
  for (const { episodeId, watched, flaggedAt } of row.flags ?? [])
    if (episodeId !== null) viewing.flags.set(episodeId, { watched, at: flaggedAt })
  return viewing
}

function withEntry(viewing: Viewing, { kind, payload, createdAt }: Entry): Viewing {
  if (kind === 'history.remove') return nothing()
  if (kind === 'history.setPosition') {
    const { earlier = [], ...last } = payload as PositionPayload
    const marks = [{ ...last, age: 0 }, ...earlier]
    const positions = new Map(viewing.positions)
    for (const { episodeId, position, duration, age } of marks) {
      const at = isoTime(createdAt - age)
      const known = episodeId === null ? undefined : positions.get(episodeId)
      if (episodeId !== null && !(known && known.at > at)) positions.set(episodeId, { position, duration, at })
    }
    return { ...viewing, positions, played: { episodeId: last.episodeId, at: isoTime(createdAt) } }
  }
  if (kind !== 'history.setWatched') return viewing
  const flags = new Map(viewing.flags)
  for (const { episodeId, watched } of (payload as { flags: { episodeId: number; watched: boolean | null }[] }).flags) {
    if (watched === null) flags.delete(episodeId)
    else flags.set(episodeId, { watched, at: isoTime(createdAt) })
  }
  // Without a position and a "watched" flag the title is not in the history.
  const isInHistory = viewing.played !== undefined || [...flags.values()].some(({ watched }) => watched)
  return isInHistory ? { ...viewing, flags } : nothing()
}

/** The credits, in s before the end. */
const CREDITS = 120
/** A position up to this one, in s, does not count as begun. */
const START = 20

/** `watched`: at least once; `playing`: begun and not finished since. */
function progressOf({ positions, flags }: Viewing, episodeId: number): { watched: boolean; playing: boolean } {
  const [mark, flag] = [positions.get(episodeId), flags.get(episodeId)]
  if (flag && (!mark || mark.at <= flag.at)) return { watched: flag.watched, playing: false }
  const isFinished = mark !== undefined && mark.duration > 0 && mark.position > mark.duration - CREDITS
  const isPlaying = mark !== undefined && mark.duration > 0 && !isFinished && mark.position >= START
  return { watched: isFinished || flag?.watched === true, playing: isPlaying }
}

/** Whether the user has watched an episode and is not watching it again. */
export function isDone(state: DatabaseState, titleId: number, episodeId: number): boolean {
  const { watched, playing } = progressOf(viewingOf(state, titleId), episodeId)
  return watched && !playing
}

/** The first `count` episodes with a film that a user has not watched, from the one to watch next on. */
export function nextUnwatched(
  state: DatabaseState,
  { titleId, count, episodes }: { titleId: number; count: number; episodes: { id: number; hasFilm: boolean }[] },
  isExcluded: (episodeId: number) => boolean,
): number[] {
  const viewing = viewingOf(state, titleId)
  const isOpen = (id: number) => {
    const { watched, playing } = progressOf(viewing, id)
    return !watched || playing
  }
  const ids = episodes.map(({ id }) => id)
  return episodes
    .slice(nextIndex(viewing, ids, isOpen) ?? episodes.findIndex(({ hasFilm }) => hasFilm))
    .filter(({ id, hasFilm }) => hasFilm && isOpen(id) && !isExcluded(id))
    .slice(0, count)
    .map(({ id }) => id)
}

/**
 * Index of the episode to watch next: the last played one, or the first unwatched one after it and after the episodes that the
 * user marked later. Undefined: the series begins anew.
 */
function nextIndex(viewing: Viewing, ids: number[], isOpen: (id: number) => boolean): number | undefined {
  const { flags, played } = viewing
  const marked = ids.filter((id) => flags.get(id)?.watched)
  const latest = [played?.at ?? '', ...marked.map((id) => flags.get(id)?.at ?? '')].toSorted().at(-1)
  const lastMarked = ids.findLastIndex((id) => marked.includes(id) && flags.get(id)?.at === latest)
  const lastPlayed = ids.indexOf(played?.episodeId ?? 0)
  const last = lastMarked >= 0 ? lastMarked : lastPlayed
  const lastId = ids[last]
  if (lastId === undefined) return undefined
  if (isOpen(lastId)) return last
  const unwatched = ids.findIndex((id, at) => at > last && !progressOf(viewing, id).watched)
  if (unwatched >= 0) return unwatched
  return lastMarked < 0 && last + 1 < ids.length ? last + 1 : undefined
}
