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
import type { Packed, RecordPages } from '#data/lists/recordPages.ts'
import { ask, call } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { deltaPull, type PersonalList, putAcknowledged } from '#data/sync/pull.ts'
import { importRows, pendingImports } from './imports.ts'
import { savedRow } from './savedRow.ts'

/** Saves or removes a title. `card`: shown in the list until the server has answered. */
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
    // A pending import is about to save the title.
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
  // Leaves a tombstone of the same version, so that an older answer cannot restore the title.
  gone: async (database, { titleId }, goneWith) => {
    const row = await database.watchlist.get(titleId)
    if (!row) return
    await database.watchlist.put({ titleId, version: row.version, goneWith })
    await watchlistPull.requestSnapshot(database)
  },
})

/** Syncs the whole list to the device. */
export const watchlistPull = deltaPull({
  name: 'watchlist',
  table: 'watchlist',
  rowKey: (row: WatchlistRow) => row.titleId,
  fetch: (query, options) => call(watchlistApi.list, { query }, options),
  row: savedRow,
})

/** A saved title as shown to the user. */
export interface SavedTitle {
  titleId: number
  card: TitleCard
  savedAt: string
  /** the save is not acknowledged yet */
  pending: boolean
}

/** The watchlist, newest first; pending additions come before acknowledged rows. */
export const watchlist: ListDefinition<WatchlistRow, SavedTitle> = {
  pull: watchlistPull,
  table: 'watchlist',
  index: 'savedAt',
  lanes: ['watchlist:', 'import:'],
  overlays(entry, pages) {
    const input = setSaved.read(entry)
    const { key, createdAt } = entry
    if (input)
      return new Map([
        [
          input.titleId,
          pages ? packedOverlay({ ...input, key, createdAt }, pages) : overlayOf(input, { key, createdAt }),
        ],
      ])
    const chunk = importRows.read(entry)
    const applyToRow = (row: WatchlistRow | undefined, card: TitleCard) =>
      chunk && importRows.apply(new Map(row && [[card.id, row]]), { ...chunk, known: [card] }, entry).get(card.id)
    return new Map(
      chunk?.known.map((card) => [card.id, { apply: (row) => applyToRow(row, card), marksPending: false }]),
    )
  },
  show(id, { base, row, pending }) {
    if (!row || !isValidRow(row)) return undefined
    const savedAt = row.savedAt ?? ''
    const isNew = !base || !isValidRow(base)
    return { id, sortKey: isNew ? `~${savedAt}` : savedAt, item: { titleId: id, card: cardOf(row), savedAt, pending } }
  },
  compact: (saved, pages) => new CompactSaved(saved, pages),
}

type SetSavedInput = Parameters<typeof setSaved.apply>[1]
type EntryStamp = Pick<OutboxEntry, 'key' | 'createdAt'>

function overlayOf(input: SetSavedInput, stamp: EntryStamp): PendingOverlay<WatchlistRow> {
  return { apply: (row) => setSaved.apply(row, input, stamp), marksPending: true }
}

/** Like `overlayOf`, with the input packed: thousands of pending entries stay in memory. */
function packedOverlay(input: SetSavedInput & EntryStamp, pages: RecordPages): PendingOverlay<WatchlistRow> {
  const packed = pages.packLater(input)
  return { apply: (row) => setSaved.apply(row, packed.read(), packed.read()), marksPending: true }
}

class CompactSaved implements SavedTitle {
  readonly titleId: number
  readonly savedAt: string
  readonly pending: boolean
  readonly #card: Packed<TitleCard>

  constructor({ titleId, savedAt, pending, card }: SavedTitle, pages: RecordPages) {
    this.titleId = titleId
    this.savedAt = savedAt
    this.pending = pending
    this.#card = pages.pack(card)
  }

  get card(): TitleCard {
    return this.#card.read()
  }
}

/** Reads the whole list; undefined for guests. `loaded` is false until it was fetched once. */
export async function savedTitles(): Promise<PersonalList<SavedTitle> | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && readMergedList(watchlist, database)
}

function isImporting(entry: OutboxEntry, titleId: number): boolean {
  return importRows.read(entry)?.known.some(({ id }) => id === titleId) ?? false
}

export interface SavedState {
  saved: boolean
  /** a change is not acknowledged yet */
  pending: boolean
}

/** Returns whether a title is saved, with pending changes applied. */
export async function savedState(titleId: number): Promise<SavedState> {
  return (await savedStates([titleId])).get(titleId) ?? { saved: false, pending: false }
}

/** Like `savedState`, for many titles in one transaction. */
export async function savedStates(titleIds: number[]): Promise<Map<number, SavedState>> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return new Map(titleIds.map((titleId) => [titleId, { saved: false, pending: false }]))
  return database.transaction('r', database.watchlist, database.outbox, async () => {
    const rows = await database.watchlist.bulkGet(titleIds)
    const entries = await pendingEntries(
      database,
      titleIds.map((titleId) => `watchlist:${titleId}`),
    )
    const overlays = new PendingOverlays(watchlist)
    for (const entry of [...entries, ...(await pendingImports(database))]) overlays.put(entry.seq, entry)
    return new Map(
      titleIds.map((titleId, at) => {
        const { row, pending } = mergeRow(rows[at], overlays.overlaysOf(titleId))
        return [titleId, { saved: Boolean(row?.savedAt), pending }]
      }),
    )
  })
}

/**
 * Returns the card of a row. Rows were validated when stored, so a cheap check suffices: a full parse of ten thousand
 * rows would be noticeable. An invalid card is replaced by a placeholder.
 */
function cardOf({ titleId, title }: WatchlistRow): TitleCard {
  const read = title?.id === titleId && Array.isArray(title.genres) ? undefined : v.safeParse(TitleCard, title)
  if (read === undefined && title && typeof title.titleFa === 'string' && typeof title.path === 'string') return title
  if (read?.success && read.output.id === titleId) return read.output
  return v.parse(TitleCard, { id: titleId, path: `/titles/${titleId}/-`, titleEn: `#${titleId}`, titleFa: '' })
}

function isValidRow(row: WatchlistRow): boolean {
  return v.is(Id, row.titleId) && typeof row.savedAt === 'string'
}
