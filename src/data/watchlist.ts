import * as v from 'valibot'
import { Id } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { type WatchlistItem, watchlistApi } from '#contract/watchlist.ts'
import { ask, call } from './call.ts'
import { mutation } from './mutation.ts'
import {
  type Entry,
  isWaiting,
  type PersonalDatabase,
  personalIfAny,
  type WatchlistRow,
  waitingFor,
} from './personal.ts'
import { pulled, putNewer } from './pull.ts'

/** Saves a title, or takes it off the list. The card is what the list shows until the server has answered. */
export const setSaved = mutation({
  kind: 'watchlist.setSaved',
  formatVersion: 1,
  input: v.object({ titleId: Id, saved: v.boolean(), card: TitleCard }),
  entity: ({ titleId }) => `watchlist:${titleId}`,
  label: ({ card }) => card.titleFa || card.titleEn,
  apply: (row: WatchlistRow | undefined, { titleId, saved, card }, { createdAt }): WatchlistRow | undefined => {
    if (!saved) return undefined
    if (row?.savedAt) return row
    return { titleId, title: card, savedAt: new Date(createdAt).toISOString(), version: row?.version ?? 0 }
  },
  already: async ({ watchlist }, { titleId, saved }) => saved === Boolean((await watchlist.get(titleId))?.savedAt),
  isOff: ({ saved }) => !saved,
  request: ({ titleId, saved }) => ask(watchlistApi.set, { params: { id: titleId }, body: { saved } }),
  tables: ['watchlist'],
  store: ({ watchlist }, { data }) => putNewer(watchlist, [savedRow(data)], ({ titleId }) => titleId),
  // A tombstone of its version: an older page must not bring the title back.
  gone: async ({ watchlist }, { titleId }) => {
    const row = await watchlist.get(titleId)
    if (row) await watchlist.put({ titleId, version: row.version })
  },
})

/** Keeps the whole list on the device. */
export const watchlistPull = pulled({
  name: 'watchlist',
  table: 'watchlist',
  rowKey: (row: WatchlistRow) => row.titleId,
  fetch: (query, options) => call(watchlistApi.list, { query }, options),
  row: savedRow,
})

/** A row as the server says it: saved, or a tombstone of either form. */
export function savedRow(row: Pick<WatchlistItem, 'titleId' | 'version'> & Partial<WatchlistItem>): WatchlistRow {
  const { titleId, version, title, savedAt } = row
  return title && savedAt ? { titleId, title, savedAt, version } : { titleId, version }
}

/** A saved title as the person sees it. */
export interface SavedTitle {
  titleId: number
  card: TitleCard
  savedAt: string
  /** its saving still waits to be sent */
  pending: boolean
}

/** The whole list of one person; `loaded`: it has once come from the server. */
export interface SavedTitles {
  userId: number
  items: SavedTitle[]
  loaded: boolean
}

/**
 * The list, newest first: what the server knows with what waits laid over it. Nothing when nobody is signed in;
 * `loaded` is false until the list has once come from the server.
 */
export async function savedTitles(): Promise<SavedTitles | undefined> {
  const database = await personalIfAny()
  if (!database) return undefined
  return database.transaction('r', database.watchlist, database.outbox, database.meta, async () => {
    const rows = (await database.watchlist.orderBy('savedAt').toArray()).reverse().filter(isRow)
    const known = new Set(rows.map((row) => row.titleId))
    const waiting = await waitingWishes(database)
    const items: SavedTitle[] = []
    for (const entry of waiting.values()) {
      const added = setSaved.fold(undefined, entry)
      if (added && !known.has(added.titleId)) items.push(shown(added, true))
    }
    items.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    for (const row of rows) {
      const entry = waiting.get(`watchlist:${row.titleId}`)
      const folded = entry ? setSaved.fold(row, entry) : row
      if (folded) items.push(shown(folded, entry !== undefined))
    }
    return { userId: database.userId, items, loaded: await watchlistPull.hasRun(database) }
  })
}

export interface SavedState {
  saved: boolean
  /** the wish still waits to be sent */
  pending: boolean
}

/** Whether a title is saved, and whether that still waits to be sent. */
export async function savedState(titleId: number): Promise<SavedState> {
  return (await savedStates([titleId])).get(titleId) ?? { saved: false, pending: false }
}

/** As `savedState`, for a screen full of titles: asked once. */
export async function savedStates(titleIds: number[]): Promise<Map<number, SavedState>> {
  const database = await personalIfAny()
  if (!database) return new Map(titleIds.map((titleId) => [titleId, { saved: false, pending: false }]))
  return database.transaction('r', database.watchlist, database.outbox, async () => {
    const rows = await database.watchlist.bulkGet(titleIds)
    const entities = titleIds.map((titleId) => `watchlist:${titleId}`)
    const waiting = await waitingFor(database, entities)
    return new Map(
      titleIds.map((titleId, at) => {
        const entries = waiting.filter(({ entity }) => entity === `watchlist:${titleId}`)
        const folded = entries.reduce<WatchlistRow | undefined>((row, entry) => setSaved.fold(row, entry), rows[at])
        return [titleId, { saved: Boolean(folded?.savedAt), pending: entries.length > 0 }]
      }),
    )
  })
}

function shown(row: WatchlistRow, pending: boolean): SavedTitle {
  return { titleId: row.titleId, card: cardOf(row), savedAt: row.savedAt ?? '', pending }
}

/**
 * The card of a row. It was parsed when it came; what else may have got into the database is told by a look, since a
 * full parse of ten thousand rows would be felt. An unreadable one costs its words, not its place on the list.
 */
function cardOf({ titleId, title }: WatchlistRow): TitleCard {
  const read = title?.id === titleId && Array.isArray(title.genres) ? undefined : v.safeParse(TitleCard, title)
  if (read === undefined && title && typeof title.titleFa === 'string' && typeof title.path === 'string') return title
  if (read?.success && read.output.id === titleId) return read.output
  return v.parse(TitleCard, { id: titleId, path: `/titles/${titleId}/-`, titleEn: `#${titleId}`, titleFa: '' })
}

function isRow(row: WatchlistRow): boolean {
  return v.is(Id, row.titleId) && typeof row.savedAt === 'string'
}

async function waitingWishes(database: PersonalDatabase): Promise<Map<string, Entry>> {
  const entries = await database.outbox.where('entity').startsWith('watchlist:').toArray()
  return new Map(entries.filter(isWaiting).map((entry) => [entry.entity, entry]))
}
