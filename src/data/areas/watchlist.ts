import * as v from 'valibot'
import { Id } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { watchlistApi } from '#contract/watchlist.ts'
import {
  type OutboxEntry,
  pendingEntries,
  personalDatabaseIfSignedIn,
  type WatchlistRow,
} from '#data/database/personal.ts'
import {
  type ListDefinition,
  mergeRow,
  type PendingOverlay,
  PendingOverlays,
  readMergedList,
} from '#data/lists/mergedView.ts'
import { LazilyPacked, Packed } from '#data/lists/packedRecord.ts'
import { ask, call } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { deltaPull, type PersonalList, putAcknowledged } from '#data/sync/pull.ts'
import { importRows, pendingImports } from './imports.ts'
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
  isSatisfied: async (database, { titleId, saved }) => {
    if (saved !== Boolean((await database.watchlist.get(titleId))?.savedAt)) return false
    // An import that waits is about to save it.
    return saved || !(await pendingImports(database)).some((entry) => isImporting(entry, titleId))
  },
  isOff: ({ saved }) => !saved,
  request: ({ titleId, saved }) => ask(watchlistApi.set, { params: { id: titleId }, body: { saved } }),
  tables: ['watchlist'],
  storeAll: ({ watchlist }, answers) =>
    putAcknowledged(
      watchlist,
      answers.map(({ reply, seq }) => ({ row: savedRow(reply.data), seq })),
    ),
  // A tombstone of its version: an older page must not bring the title back.
  gone: async (database, { titleId }, goneWith) => {
    const row = await database.watchlist.get(titleId)
    if (!row) return
    await database.watchlist.put({ titleId, version: row.version, goneWith })
    await watchlistPull.requestSnapshot(database)
  },
})

/** Keeps the whole list on the device. */
export const watchlistPull = deltaPull({
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

/** The list, newest first: what waits to be saved before what the server knows. */
export const watchlist: ListDefinition<WatchlistRow, SavedTitle> = {
  pull: watchlistPull,
  table: 'watchlist',
  index: 'savedAt',
  lanes: ['watchlist:', 'import:'],
  overlays(entry, lasting = false) {
    const wish = setSaved.read(entry)
    const { key, createdAt } = entry
    if (wish)
      return new Map([
        [wish.titleId, lasting ? packedOverlay({ ...wish, key, createdAt }) : overlayOf(wish, { key, createdAt })],
      ])
    const part = importRows.read(entry)
    const alone = (row: WatchlistRow | undefined, card: TitleCard) =>
      part && importRows.apply(new Map(row && [[card.id, row]]), { ...part, known: [card] }, entry).get(card.id)
    return new Map(part?.known.map((card) => [card.id, { apply: (row) => alone(row, card), marksPending: false }]))
  },
  show(id, { base, row, pending }) {
    if (!row || !isRow(row)) return undefined
    const savedAt = row.savedAt ?? ''
    const isNew = !base || !isRow(base)
    return { id, sortKey: isNew ? `~${savedAt}` : savedAt, item: { titleId: id, card: cardOf(row), savedAt, pending } }
  },
  compact: (saved) => new CompactSaved(saved),
}

type SetSavedInput = Parameters<typeof setSaved.apply>[1]
type EntryStamp = Pick<OutboxEntry, 'key' | 'createdAt'>

function overlayOf(wish: SetSavedInput, tap: EntryStamp): PendingOverlay<WatchlistRow> {
  return { apply: (row) => setSaved.apply(row, wish, tap), marksPending: true }
}

/** Of a thousand wishes that wait each keeps no more than it needs. */
function packedOverlay(wish: SetSavedInput & EntryStamp): PendingOverlay<WatchlistRow> {
  const kept = new LazilyPacked(wish)
  return { apply: (row) => setSaved.apply(row, kept.read(), kept.read()), marksPending: true }
}

class CompactSaved implements SavedTitle {
  readonly titleId: number
  readonly savedAt: string
  readonly pending: boolean
  readonly #card: Packed<TitleCard>

  constructor({ titleId, savedAt, pending, card }: SavedTitle) {
    this.titleId = titleId
    this.savedAt = savedAt
    this.pending = pending
    this.#card = Packed.of(card)
  }

  get card(): TitleCard {
    return this.#card.read()
  }
}

/**
 * The whole list, read anew. Nothing when nobody is signed in; `loaded` is false until the list has once come from the
 * server.
 */
export async function savedTitles(): Promise<PersonalList<SavedTitle> | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && readMergedList(watchlist, database)
}

function isImporting(entry: OutboxEntry, titleId: number): boolean {
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
  const database = await personalDatabaseIfSignedIn()
  if (!database) return new Map(titleIds.map((titleId) => [titleId, { saved: false, pending: false }]))
  return database.transaction('r', database.watchlist, database.outbox, async () => {
    const rows = await database.watchlist.bulkGet(titleIds)
    const wishes = await pendingEntries(
      database,
      titleIds.map((titleId) => `watchlist:${titleId}`),
    )
    const overlay = new PendingOverlays(watchlist)
    for (const entry of [...wishes, ...(await pendingImports(database))]) overlay.put(entry.seq, entry)
    return new Map(
      titleIds.map((titleId, at) => {
        const { row, pending } = mergeRow(rows[at], overlay.overlaysOf(titleId))
        return [titleId, { saved: Boolean(row?.savedAt), pending }]
      }),
    )
  })
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
