import { and, count, eq } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { comments, historyMarks, likes, notifications, requests, watchlist } from '#server/database/schema/personal.ts'
import type { Floor } from './floor.ts'

/** What is wished, seen, or so: comparable as it is. */
export type Value = string

/** A kind of change as the model knows it; a new one is one entry of `KINDS`. */
export interface Kind {
  /** as entries name it: all the kinds of change that one lane has */
  names: readonly string[]
  /** base table on the device */
  table: string
  /** what can be wished */
  wishes: readonly Value[]
  /** the lane, which is also the thing that is seen */
  entity(titleId: number): string
  /** `nth`: a number that no other tap of the run has */
  tap(floor: Floor, card: TitleCard, wish: Value, nth: number): Promise<void>
  /** What an entry wishes, by its kind and payload. */
  wishOf(payload: unknown, name: string): Value
  /** The wish that something be gone: "not found" is then an answer like "done". */
  off: Value
  /** It only ever grows, and is seen only where its row is; its acknowledgement brings no version. */
  grows?: true
  /** For something new: how often it is there, by the key of its wish. Its lane is then the beginning of its lanes. */
  timesThere?(database: Database, userId: number, key: string): Promise<number>
  /** The key of the thing's row in the base table. */
  rowKey(titleId: number): number
  /** a pull brings it to every device */
  isPulled: boolean
  /** What a row of the base says, and no row. */
  shown(row: unknown): Value
  /** What the data floor shows to screens. */
  look(floor: Floor, titleId: number): Promise<Value>
  /** What the server's database has. */
  onServer(database: Database, userId: number, titleId: number): Promise<Value>
}

const onOff = (on: unknown): Value => (on ? 'on' : 'off')
const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined

export const KINDS: readonly Kind[] = [
  {
    names: ['watchlist.setSaved'],
    table: 'watchlist',
    wishes: ['on', 'off'],
    off: 'off',
    entity: (titleId) => `watchlist:${titleId}`,
    tap: (floor, card, wish) => floor.setSaved({ titleId: card.id, saved: wish === 'on', card }),
    wishOf: (payload) => onOff(field(payload, 'saved')),
    rowKey: (titleId) => titleId,
    isPulled: true,
    shown: (row) => onOff(field(row, 'savedAt')),
    look: async (floor, titleId) => onOff((await floor.savedState(titleId)).saved),
    async onServer(database, userId, titleId) {
      const [row] = await database
        .select()
        .from(watchlist)
        .where(and(eq(watchlist.userId, userId), eq(watchlist.titleId, titleId)))
      return onOff(row && row.deletedAt === null)
    },
  },
  {
    names: ['reactions.setLiked'],
    table: 'likes',
    wishes: ['on', 'off'],
    off: 'off',
    entity: (titleId) => `like:${titleId}`,
    tap: (floor, card, wish, nth) =>
      nth % 3 === 2
        ? likeAsBefore(floor, card.id, wish === 'on')
        : floor.setLiked({ titleId: card.id, liked: wish === 'on', name: card.titleFa }),
    wishOf: (payload) => onOff(field(payload, 'liked') ?? field(payload, 'on')),
    rowKey: (titleId) => titleId,
    isPulled: false,
    shown: (row) => onOff(field(row, 'liked')),
    look: async (floor, titleId) => onOff((await floor.likeState(titleId)).liked),
    async onServer(database, userId, titleId) {
      const [row] = await database
        .select()
        .from(likes)
        .where(and(eq(likes.userId, userId), eq(likes.titleId, titleId)))
      return onOff(row?.liked)
    },
  },
  {
    names: ['history.setPosition', 'history.remove'],
    table: 'history',
    wishes: ['100', '200', 'off'],
    off: 'off',
    entity: (titleId) => `history:${titleId}`,
    tap: (floor, card, wish, nth) =>
      wish === 'off'
        ? floor.removeFromHistory({ titleId: card.id, name: card.titleFa })
        : floor.setPosition({
            ...{ titleId: card.id, card, fileId: null, episodeId: null, earlier: [] },
            ...{ position: Number(wish), duration: 5000, isLast: nth % 2 === 0 },
          }),
    wishOf: (payload, name) => (name === 'history.remove' ? 'off' : String(field(payload, 'position'))),
    rowKey: (titleId) => titleId,
    isPulled: true,
    shown: (row) => (field(row, 'watchedAt') === undefined ? 'off' : String(field(row, 'position'))),
    look: async (floor, titleId) => String((await floor.watchedState(titleId))?.position ?? 'off'),
    async onServer(database, userId, titleId) {
      const [mark] = await database
        .select()
        .from(historyMarks)
        .where(and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, titleId)))
      return String(mark?.position ?? 'off')
    },
  },
  {
    names: ['notifications.read'],
    table: 'notifications',
    wishes: ['read'],
    off: 'unread',
    grows: true,
    entity: () => 'notifications',
    tap: (floor) => floor.setRead({ read: 'all', until: TOLD_AT }),
    wishOf: () => 'read',
    rowKey: () => 0,
    isPulled: true,
    shown: (row) => (field(row, 'readAt') ? 'read' : 'unread'),
    look: async (floor) => ((await floor.myNotifications())?.items[0]?.readAt ? 'read' : 'unread'),
    async onServer(database, userId) {
      const [row] = await database.select().from(notifications).where(eq(notifications.userId, userId))
      return row?.readAt ? 'read' : 'unread'
    },
  },
  {
    ...somethingNew('comments.create', 'comments'),
    entity: (titleId) => `comment:${titleId}:`,
    tap: (floor, card, _, nth) => floor.sendComment({ titleId: card.id, body: `Comment ${nth}`, name: card.titleFa }),
    async timesThere(database, userId, key) {
      const mine = and(eq(comments.userId, userId), eq(comments.key, key))
      return (await database.select({ times: count() }).from(comments).where(mine))[0]?.times ?? 0
    },
  },
  {
    ...somethingNew('requests.create', 'requests'),
    entity: () => 'request:',
    tap: (floor, _card, _wish, nth) =>
      floor.sendRequest({ name: `Film ${nth}`, type: 'movie', year: null, imdb: null, note: null }),
    async timesThere(database, userId, key) {
      const mine = and(eq(requests.userId, userId), eq(requests.key, key))
      return (await database.select({ times: count() }).from(requests).where(mine))[0]?.times ?? 0
    },
  },
  {
    ...somethingNew('imports.create', 'reports'),
    entity: () => 'import:',
    tap: async (floor) => {
      if (!imported) throw new Error('nothing to import')
      await floor.importWatchlist([{ imdb: null, name: imported.titleFa, year: imported.year ?? null }], 'list.csv')
    },
    async timesThere(database, userId) {
      const its = and(eq(watchlist.userId, userId), eq(watchlist.titleId, imported?.id ?? 0))
      return (await database.select({ times: count() }).from(watchlist).where(its))[0]?.times ?? 0
    },
  },
]

/** Everybody has one notification from the start, of this moment. */
export const TOLD_AT = '2020-02-02T00:00:00.000Z'

/** The title that imports are about, and nothing else: by what no catalogue changes. */
let imported: TitleCard | undefined
export function importsAreOf(card: TitleCard | undefined) {
  imported = card
}

/** The kind of an entry or of a lane. */
export function kindNamed(name: string): Kind | undefined {
  return KINDS.find(({ names }) => names.includes(name))
}
export function kindOfLane(entity: string): Kind | undefined {
  return KINDS.find((kind) => entity.split(':')[0] === kind.entity(0).split(':')[0])
}

/** What is neither on nor off, and has no row of its own before it is there. */
function somethingNew(name: string, table: string) {
  return {
    names: [name],
    table,
    wishes: ['there'],
    off: 'nothing',
    wishOf: () => 'there',
    rowKey: () => 0,
    isPulled: false,
    shown: () => 'there',
    look: async () => 'there',
    onServer: async () => 'there',
  }
}

/**
 * What the version before this one wrote (`FORMAT_BEFORE`), in its way of putting a wish in the place of another: it stands
 * in the outbox when the newer code comes, and has to be sent by it all the same.
 */
async function likeAsBefore(floor: Floor, titleId: number, on: boolean): Promise<void> {
  const database = await floor.personal()
  const { outbox } = database
  await database.transaction('rw', outbox, async () => {
    const lane = await outbox.where('entity').equals(`like:${titleId}`).toArray()
    await outbox.bulkDelete(lane.map(({ seq }) => seq))
    await outbox.add({
      ...{ key: crypto.randomUUID(), formatVersion: 1, userId: database.userId, kind: 'reactions.setLiked' },
      ...{ entity: `like:${titleId}`, payload: { titleId, on }, label: '', createdAt: floor.clock.now(), attempts: 0 },
      ...{ nextAt: 0, leaseUntil: 0, leaseBy: null, status: 'queued' as const, lastError: null },
      ...{ unsure: true, refusals: 0, failingAfter: null },
    })
  })
}
