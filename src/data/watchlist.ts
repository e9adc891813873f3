import * as v from 'valibot'
import { Id } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { watchlistApi } from '#contract/watchlist.ts'
import { ask, call } from './call.ts'
import { importRows, waitingImports } from './imports.ts'
import { mutation } from './mutation.ts'
import {
  type Entry,
  isWaiting,
  type PersonalDatabase,
  personalIfAny,
  type WatchlistRow,
  waitingFor,
} from './personal.ts'
import { type KeptList, pulled, putNewer } from './pull.ts'
import { savedRow } from './savedRow.ts'

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
  already: async (database, { titleId, saved }) => {
    if (saved !== Boolean((await database.watchlist.get(titleId))?.savedAt)) return false
    // An import that waits is about to save it.
    return saved || !(await waitingImports(database)).some((entry) => isImporting(entry, titleId))
  },
  isOff: ({ saved }) => !saved,
  request: ({ titleId, saved }) => ask(watchlistApi.set, { params: { id: titleId }, body: { saved } }),
  tables: ['watchlist'],
  store: (database, answer) => keepSaved(database, [answer]),
  storeAll: keepSaved,
  // A tombstone of its version: an older page must not bring the title back.
  gone: async ({ watchlist }, { titleId }) => {
    const row = await watchlist.get(titleId)
    if (row) await watchlist.put({ titleId, version: row.version })
  },
})

function keepSaved({ watchlist }: PersonalDatabase, answers: { data: Parameters<typeof savedRow>[0] }[]) {
  return putNewer(
    watchlist,
    answers.map(({ data }) => savedRow(data)),
    ({ titleId }) => titleId,
  )
}

/** Keeps the whole list on the device. */
export const watchlistPull = pulled({
  name: 'watchlist',
  table: 'watchlist',
  rowKey: (row: WatchlistRow) => row.titleId,
  fetch: (query, options) => call(watchlistApi.list, { query }, options),
  row: savedRow,
})

/** A saved title as the person sees it. */
export interface SavedTitle {
  titleId: number
  card: TitleCard
  savedAt: string
  /** its saving still waits to be sent */
  pending: boolean
}

/**
 * The list, newest first: what the server knows with what waits laid over it, in its order. Nothing when nobody is signed
 * in; `loaded` is false until the list has once come from the server.
 */
export async function savedTitles(): Promise<KeptList<SavedTitle> | undefined> {
  const database = await personalIfAny()
  if (!database) return undefined
  return database.transaction('r', database.watchlist, database.outbox, database.meta, async () => {
    const rows = (await database.watchlist.orderBy('savedAt').toArray()).reverse().filter(isRow)
    const wishes = await database.outbox.where('entity').startsWith('watchlist:').toArray()
    const waiting = [...wishes.filter(isWaiting), ...(await waitingImports(database))]
    const { changed, pending } = laidOver(rows, waiting)
    const known = new Set(rows.map((row) => row.titleId))
    const added = [...changed.values()].filter((row) => row !== undefined).filter((row) => !known.has(row.titleId))
    const items = added.map((row) => shown(row, true))
    items.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    for (const row of rows) {
      const folded = changed.has(row.titleId) ? changed.get(row.titleId) : row
      if (folded) items.push(shown(folded, pending.has(row.titleId)))
    }
    return { userId: database.userId, items, loaded: await watchlistPull.hasRun(database) }
  })
}

/** What waiting wishes and imports make of these rows, each in its order: only the rows that they touch. */
function laidOver(rows: Iterable<WatchlistRow>, entries: Entry[]) {
  const changed = new Map<number, WatchlistRow | undefined>()
  const pending = new Set<number>()
  if (entries.length === 0) return { changed, pending }
  const base = new Map([...rows].map((row) => [row.titleId, row]))
  const now = (titleId: number) => (changed.has(titleId) ? changed.get(titleId) : base.get(titleId))
  for (const entry of entries.toSorted((one, other) => one.seq - other.seq)) {
    const wish = setSaved.read(entry)
    if (wish) {
      changed.set(wish.titleId, setSaved.apply(now(wish.titleId), wish, entry))
      pending.add(wish.titleId)
      continue
    }
    for (const { id } of importRows.read(entry)?.known ?? []) {
      const row = now(id)
      if (row?.savedAt) continue
      changed.set(id, importRows.fold(new Map(row ? [[id, row]] : []), entry).get(id))
      pending.add(id)
    }
  }
  return { changed, pending }
}

function isImporting(entry: Entry, titleId: number): boolean {
  return importRows.read(entry)?.known.some(({ id }) => id === titleId) ?? false
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
    const rows = (await database.watchlist.bulkGet(titleIds)).filter((row) => row !== undefined)
    const wishes = await waitingFor(
      database,
      titleIds.map((titleId) => `watchlist:${titleId}`),
    )
    const { changed, pending } = laidOver(rows, [...wishes, ...(await waitingImports(database))])
    const base = new Map(rows.map((row) => [row.titleId, row]))
    return new Map(
      titleIds.map((titleId) => {
        const row = changed.has(titleId) ? changed.get(titleId) : base.get(titleId)
        return [titleId, { saved: Boolean(row?.savedAt), pending: pending.has(titleId) }]
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
