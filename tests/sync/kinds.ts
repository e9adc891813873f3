import { and, count, desc, eq } from 'drizzle-orm'
import type { NotificationSetting } from '#contract/notifications.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { comments, historyMarks, likes, notifications, requests, watchlist } from '#server/database/schema/personal.ts'
import { settingsOf } from '#server/notifications/notificationSettings.ts'
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
  /** that pull's name, where it is not the table's */
  pulledBy?: string
  /** A thing of several parts, of which a wish says one: which; what was said of the others stays. */
  partOf?(titleId: number, wish: Value): string
  /** What the server has of each part. */
  partsOnServer?(database: Database, userId: number, titleId: number): Promise<Map<string, Value>>
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
    wishes: ['100', '200', '300', 'off'],
    off: 'off',
    entity: (titleId) => `history:${titleId}`,
    tap: (floor, card, wish, nth) =>
      wish === 'off'
        ? floor.removeFromHistory({ titleId: card.id, name: card.titleFa })
        : floor.setPosition({
            ...{ titleId: card.id, card, fileId: null, episodeId: episodeOf(card.id, wish), earlier: [] },
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
        // Of two watched in the same moment it shows the one further on.
        .orderBy(desc(historyMarks.watchedAt), desc(historyMarks.episodeId))
      return String(mark?.position ?? 'off')
    },
    partOf: (titleId, wish) => String(episodeOf(titleId, wish) ?? FILM),
    async partsOnServer(database, userId, titleId) {
      const its = and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, titleId))
      const marks = await database.select().from(historyMarks).where(its)
      return new Map(marks.map(({ episodeId, position }) => [String(episodeId), String(position)]))
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
      const { saved } = props()
      await floor.importWatchlist([{ imdb: null, name: saved.titleFa, year: saved.year ?? null }], 'list.csv')
    },
    async timesThere(database, userId) {
      const its = and(eq(watchlist.userId, userId), eq(watchlist.titleId, props().saved.id))
      return (await database.select({ times: count() }).from(watchlist).where(its))[0]?.times ?? 0
    },
  },
  {
    ...somethingNew('imports.watched', 'reports'),
    entity: () => 'watched:',
    tap: async (floor) => {
      const { imdb, titleEn } = props().watched
      await floor.importHistory([{ imdb, name: titleEn, watchedAt: TOLD_AT }], 'watched.csv')
    },
    async timesThere(database, userId) {
      const its = and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, props().watched.id))
      return (await database.select({ times: count() }).from(historyMarks).where(its))[0]?.times ?? 0
    },
  },
  setting('reply', ['on', 'off'], (wish) => ({ name: 'reply', value: wish === 'on' })),
  setting('quiet', ['none', 'at night'], (wish) => ({
    name: 'quiet',
    value: wish === 'none' ? null : { from: 1380, to: 420 },
  })),
]

/** Everybody has one notification from the start, of this moment. */
export const TOLD_AT = '2020-02-02T00:00:00.000Z'

interface Props {
  /** what imports to the watchlist are about, and nothing else: by what no catalogue changes */
  saved: TitleCard
  /** the same of imports to the history */
  watched: TitleCard
  /** two episodes of one series */
  episodes: { titleId: number; id: number }[]
}

let given: Props | undefined
/** What the house has for the kinds to be about. */
export function kindsAreAbout(what: Props) {
  given = what
}
function props(): Props {
  if (!given) throw new Error('no house is open')
  return given
}

/** As the server's rows name the film itself. */
const FILM = 0

/** Of a series, two positions are of its one episode, and one is of the other; of a film none is. */
function episodeOf(titleId: number, position: Value): number | null {
  const mine = props().episodes.filter((episode) => episode.titleId === titleId)
  return mine[position === '200' ? 1 : 0]?.id ?? null
}

/** One of the switches of notifications: each is a lane, and all of them are one row. The first wish is how it begins. */
function setting(
  name: NotificationSetting['name'],
  wishes: [begins: Value, other: Value],
  settingOf: (wish: Value) => NotificationSetting,
): Kind {
  const wishFrom = (payload: unknown): Value =>
    wishes.find((wish) => JSON.stringify(settingOf(wish).value) === JSON.stringify(field(payload, 'value'))) ?? '?'
  const shown = (settings: { muted: readonly string[]; quiet: unknown } | undefined): Value =>
    settings ? wishFrom({ value: name === 'quiet' ? settings.quiet : !settings.muted.includes(name) }) : wishes[0]
  return {
    names: ['notifications.set'],
    table: 'settings',
    wishes,
    off: wishes[0],
    entity: () => `notification-setting:${name}`,
    tap: (floor, _, wish) => floor.setNotificationSetting(settingOf(wish)),
    wishOf: wishFrom,
    rowKey: () => 0,
    isPulled: true,
    pulledBy: 'notificationSettings',
    shown: (row) => shown(row as Parameters<typeof shown>[0]),
    look: async (floor) => shown(await floor.notificationSettings()),
    onServer: async (database, userId) => shown(await settingsOf(database, userId)),
  }
}

/** The kind of an entry. */
export function kindOfEntry({ kind, entity }: { kind: string; entity: string }): Kind | undefined {
  const named = KINDS.filter(({ names }) => names.includes(kind))
  return named.find((one) => one.entity(0) === entity) ?? named[0]
}
/** The kind of a lane; a whole name goes before the beginning of one. */
export function kindOfLane(entity: string): Kind | undefined {
  const begins = KINDS.filter((kind) => entity.split(':')[0] === kind.entity(0).split(':')[0])
  return begins.find((kind) => kind.entity(0) === entity) ?? begins[0]
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
  const database = await floor.personalDatabase()
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
