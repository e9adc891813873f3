import { and, count, desc, eq } from 'drizzle-orm'
import type { NotificationSetting } from '#contract/notifications.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { comments } from '#server/database/schema/comments.ts'
import {
  history,
  historyMarks,
  likes,
  notifications,
  requests,
  watchedFlags,
  watchlist,
} from '#server/database/schema/personal.ts'
import { settingsOf } from '#server/notifications/notificationSettings.ts'
import type { DataLayer } from '#tests/sync/simulation/dataLayer.ts'
import { COMMENT_KINDS } from './commentKinds.ts'

/** A desired, displayed or stored state, as a comparable string. */
export type Value = string

/** A kind of mutation as the model sees it. Each kind is one item of `MUTATION_KINDS`. */
export interface MutationKind {
  /** `kind` of its outbox entries; several if one lane has several kinds */
  names: readonly string[]
  /** base table on the device */
  table: string
  /** all values a mutation can set */
  values: readonly Value[]
  /** The lane. For creations it is the common prefix of their lanes. */
  entity(titleId: number): string
  /** Calls the data layer's mutation. `nth` is unique within the run. */
  mutate(dataLayer: DataLayer, card: TitleCard, value: Value, nth: number): Promise<void>
  /** The value that an entry sets, from its payload and kind. */
  valueIn(payload: unknown, name: string): Value
  /** The value of absence. A 404 to a mutation that sets it counts as success. */
  off: Value
  /** The value only moves forward. Its acknowledgement carries no version. */
  isMonotonic?: true
  /** Whether a device shows the value, by the base row and the names of the lane's pending entries. Always by default. */
  isVisible?(row: unknown, pending: readonly string[]): boolean
  /** Its entries supersede only entries of the same name, and the server orders each name by a fence of its own. */
  hasFencePerName?: true
  /** The name of the entries without which the server ignores all others. */
  needs?: string
  /** Whether the kind uses a title, where another kind has lanes of the same prefix. */
  usesTitle?(titleId: number): boolean
  /** For creations: how many rows the server has for an idempotency key. */
  countOnServer?(database: Database, userId: number, key: string): Promise<number>
  /** The key of the entity's row in the base table. */
  rowKey(titleId: number): number
  /** whether a pull brings the value to every device */
  isPulled: boolean
  /** the pull's name, if it differs from the table's */
  pulledBy?: string
  /** For entities with parts (episodes): the part that a value sets. The other parts stay unchanged. */
  partOf?(titleId: number, value: Value): string
  /** The server's value of each part. */
  partsOnServer?(database: Database, userId: number, titleId: number): Promise<Map<string, Value>>
  /** The value in a base row; the value of absence without a row. */
  valueInRow(row: unknown): Value
  /** The value that the data layer shows to screens. */
  read(dataLayer: DataLayer, titleId: number): Promise<Value>
  /** The value in the server's database. */
  valueOnServer(database: Database, userId: number, titleId: number): Promise<Value>
}

const onOff = (on: unknown): Value => (on ? 'on' : 'off')
const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined

export const MUTATION_KINDS: readonly MutationKind[] = [
  {
    names: ['watchlist.setSaved'],
    table: 'watchlist',
    values: ['on', 'off'],
    off: 'off',
    entity: (titleId) => `watchlist:${titleId}`,
    mutate: (dataLayer, card, value) => dataLayer.setSaved({ titleId: card.id, saved: value === 'on', card }),
    valueIn: (payload) => onOff(field(payload, 'saved')),
    rowKey: (titleId) => titleId,
    isPulled: true,
    valueInRow: (row) => onOff(field(row, 'savedAt')),
    read: async (dataLayer, titleId) => onOff((await dataLayer.savedState(titleId)).saved),
    async valueOnServer(database, userId, titleId) {
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
    values: ['on', 'off'],
    off: 'off',
    entity: (titleId) => `like:${titleId}`,
    mutate: (dataLayer, card, value, nth) =>
      nth % 3 === 2
        ? likeInOldFormat(dataLayer, card.id, value === 'on')
        : dataLayer.setLiked({ titleId: card.id, liked: value === 'on', name: card.titleFa }),
    valueIn: (payload) => onOff(field(payload, 'liked') ?? field(payload, 'on')),
    rowKey: (titleId) => titleId,
    isPulled: true,
    valueInRow: (row) => onOff(field(row, 'liked')),
    read: async (dataLayer, titleId) => onOff((await dataLayer.likeState(titleId)).liked),
    async valueOnServer(database, userId, titleId) {
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
    values: ['100', '200', '300', 'off'],
    off: 'off',
    entity: (titleId) => `history:${titleId}`,
    mutate: (dataLayer, card, value, nth) =>
      value === 'off'
        ? dataLayer.removeFromHistory({ titleId: card.id, name: card.titleFa })
        : dataLayer.setPosition({
            ...{ titleId: card.id, card, fileId: null, episodeId: episodeOf(card.id, value), earlier: [] },
            ...{ position: Number(value), duration: 5000, isLast: nth % 2 === 0 },
          }),
    valueIn: (payload, name) => (name === 'history.remove' ? 'off' : String(field(payload, 'position'))),
    rowKey: (titleId) => titleId,
    isPulled: true,
    valueInRow: (row) => (field(row, 'watchedAt') === undefined ? 'off' : String(field(row, 'position'))),
    read: async (dataLayer, titleId) => String((await dataLayer.watchedState(titleId))?.position ?? 'off'),
    async valueOnServer(database, userId, titleId) {
      const [mark] = await database
        .select()
        .from(historyMarks)
        .where(and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, titleId)))
        // For equal times the history list shows the later episode.
        .orderBy(desc(historyMarks.watchedAt), desc(historyMarks.episodeId))
      return String(mark?.position ?? 'off')
    },
    partOf: (titleId, value) => String(episodeOf(titleId, value) ?? FILM),
    async partsOnServer(database, userId, titleId) {
      const ofTitle = and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, titleId))
      const marks = await database.select().from(historyMarks).where(ofTitle)
      return new Map(marks.map(({ episodeId, position }) => [String(episodeId), String(position)]))
    },
  },
  {
    names: ['notifications.read'],
    table: 'notifications',
    values: ['read'],
    off: 'unread',
    isMonotonic: true,
    isVisible: (row) => row !== undefined,
    entity: () => 'notifications',
    mutate: (dataLayer) => dataLayer.setRead({ read: 'all', until: NOTIFIED_AT }),
    valueIn: () => 'read',
    rowKey: () => 0,
    isPulled: true,
    valueInRow: (row) => (field(row, 'readAt') ? 'read' : 'unread'),
    read: async (dataLayer) => ((await dataLayer.myNotifications())?.items[0]?.readAt ? 'read' : 'unread'),
    async valueOnServer(database, userId) {
      const [row] = await database.select().from(notifications).where(eq(notifications.userId, userId))
      return row?.readAt ? 'read' : 'unread'
    },
  },
  {
    ...creation('comments.create', 'comments'),
    entity: (titleId) => `comment:${titleId}:`,
    mutate: (dataLayer, card, _, nth) =>
      dataLayer.sendComment({ titleId: card.id, body: `Comment ${nth}`, name: card.titleFa }),
    async countOnServer(database, userId, key) {
      const withKey = and(eq(comments.userId, userId), eq(comments.key, key))
      return (await database.select({ rows: count() }).from(comments).where(withKey))[0]?.rows ?? 0
    },
  },
  {
    ...creation('requests.create', 'requests'),
    entity: () => 'request:',
    mutate: (dataLayer, _card, _wish, nth) =>
      dataLayer.sendRequest({ name: `Film ${nth}`, type: 'movie', year: null, imdb: null, note: null }),
    async countOnServer(database, userId, key) {
      const withKey = and(eq(requests.userId, userId), eq(requests.key, key))
      return (await database.select({ rows: count() }).from(requests).where(withKey))[0]?.rows ?? 0
    },
  },
  {
    ...creation('imports.create', 'reports'),
    entity: () => 'import:',
    mutate: async (dataLayer) => {
      const { saved } = fixtures()
      await dataLayer.importWatchlist([{ imdb: null, name: saved.titleFa, year: saved.year ?? null }], 'list.csv')
    },
    async countOnServer(database, userId) {
      const imported = and(eq(watchlist.userId, userId), eq(watchlist.titleId, fixtures().saved.id))
      return (await database.select({ rows: count() }).from(watchlist).where(imported))[0]?.rows ?? 0
    },
  },
  {
    ...creation('imports.watched', 'reports'),
    entity: () => 'watched:',
    mutate: async (dataLayer) => {
      const { imdb, titleEn } = fixtures().watched
      await dataLayer.importHistory([{ imdb, name: titleEn, watchedAt: NOTIFIED_AT }], 'watched.csv')
    },
    async countOnServer(database, userId) {
      const imported = and(eq(watchedFlags.userId, userId), eq(watchedFlags.titleId, fixtures().watched.id))
      return (await database.select({ rows: count() }).from(watchedFlags).where(imported))[0]?.rows ?? 0
    },
  },
  setting('reply', ['on', 'off'], (value) => ({ name: 'reply', value: value === 'on' })),
  setting('quiet', ['none', 'at night'], (value) => ({
    name: 'quiet',
    value: value === 'none' ? null : { from: 1380, to: 420 },
  })),
  // Last, because stored plans name kinds by their position.
  ...COMMENT_KINDS,
  {
    names: ['history.setWatched'],
    table: 'history',
    // “Not watched” shows only where something was played, which would change the title's row.
    values: ['watched', 'unmarked'],
    off: 'unmarked',
    entity: (titleId) => `flags:${flaggedId(titleId)}`,
    mutate: (dataLayer, card, value) => {
      const flagged = fixtures().flagged[card.id] ?? card
      const watched = value === 'watched' ? true : null
      return dataLayer.setWatched({ titleId: flagged.id, card: flagged, flags: [{ episodeId: null, watched }] })
    },
    valueIn: (payload) => flagValue((field(payload, 'flags') as [{ watched: boolean | null }])[0].watched),
    rowKey: flaggedId,
    isPulled: true,
    valueInRow: (row) => flagValue((field(row, 'flags') as { watched: boolean }[] | undefined)?.[0]?.watched),
    read: async (dataLayer, titleId) =>
      flagValue((await dataLayer.watchedState(flaggedId(titleId)))?.flags[0]?.watched),
    async valueOnServer(database, userId, titleId) {
      const ofTitle = and(eq(watchedFlags.userId, userId), eq(watchedFlags.titleId, flaggedId(titleId)))
      return flagValue((await database.select().from(watchedFlags).where(ofTitle))[0]?.watched)
    },
  },
  {
    // Whether "continue watching" leaves out a title. Playing it shows it again.
    names: ['history.setHidden', 'history.setPosition'],
    table: 'history',
    values: ['hidden', 'shown'],
    off: 'shown',
    hasFencePerName: true,
    needs: 'history.setPosition',
    entity: (titleId) => `history:${hiddenId(titleId)}`,
    usesTitle: (titleId) => Object.values(fixtures().hidden).some(({ id }) => id === titleId),
    mutate: (dataLayer, card, value, nth) => hideOrShow(dataLayer, fixtures().hidden[card.id] ?? card, value, nth),
    valueIn: (payload) => hiddenValue(field(payload, 'hidden')),
    rowKey: hiddenId,
    isPulled: true,
    isVisible: (row, pending) => field(row, 'watchedAt') !== undefined || pending.includes('history.setPosition'),
    valueInRow: (row) => hiddenValue(field(row, 'hidden')),
    read: async (dataLayer, titleId) => hiddenValue((await dataLayer.watchedState(hiddenId(titleId)))?.hidden),
    async valueOnServer(database, userId, titleId) {
      const ofTitle = and(eq(history.userId, userId), eq(history.titleId, hiddenId(titleId)))
      const [row] = await database.select().from(history).where(ofTitle)
      return hiddenValue(row?.watchedAt && row.hiddenAt && row.hiddenAt >= row.watchedAt)
    },
  },
]

/** Creation time of the one notification that every user has from the start. */
export const NOTIFIED_AT = '2020-02-02T00:00:00.000Z'

interface Fixtures {
  /** the title that watchlist imports save; no other mutation uses it */
  saved: TitleCard
  /** the title whose flag is set instead, by title id: positions and removals of a title would change its row */
  flagged: Record<number, TitleCard>
  /** the title that is hidden instead, by title id: removals of a title would change its row */
  hidden: Record<number, TitleCard>
  /** the title that history imports mark as watched; no other mutation uses it */
  watched: TitleCard
  /** two episodes of one series */
  episodes: { titleId: number; id: number }[]
}

let current: Fixtures | undefined
/** Sets the catalogue titles that the kinds work with. Called once per test server. */
export function setFixtures(fixtures: Fixtures) {
  current = fixtures
}
function fixtures(): Fixtures {
  if (!current) throw new Error('no test server is open')
  return current
}

function flaggedId(titleId: number): number {
  return fixtures().flagged[titleId]?.id ?? titleId
}

function hiddenId(titleId: number): number {
  return fixtures().hidden[titleId]?.id ?? titleId
}

const hiddenValue = (hidden: unknown): Value => (hidden ? 'hidden' : 'shown')

/** Hides a title, which the user has to play first, or shows it again by either mutation. */
async function hideOrShow(dataLayer: DataLayer, card: TitleCard, value: Value, nth: number): Promise<void> {
  const isPlayed = (await dataLayer.watchedState(card.id)) !== undefined
  if (!isPlayed || (value === 'shown' && nth % 2 === 0)) {
    const mark = { titleId: card.id, card, fileId: null, episodeId: null, earlier: [], position: 500, duration: 5000 }
    await dataLayer.setPosition({ ...mark, isLast: true })
  }
  if (value === 'hidden' || (isPlayed && nth % 2 === 1))
    await dataLayer.setHidden({ titleId: card.id, name: card.titleFa, hidden: value === 'hidden' })
}

const flagValue = (watched: boolean | null | undefined): Value => (watched ? 'watched' : 'unmarked')

/** Episode id of films in the server's history rows. */
const FILM = 0

/** The episode that a position belongs to: 200 to the second one, all others to the first. Null for films. */
function episodeOf(titleId: number, position: Value): number | null {
  const episodes = fixtures().episodes.filter((episode) => episode.titleId === titleId)
  return episodes[position === '200' ? 1 : 0]?.id ?? null
}

/** A notification setting. Each setting has its own lane; all share one row. The first value is the default. */
function setting(
  name: NotificationSetting['name'],
  values: [initial: Value, other: Value],
  settingOf: (value: Value) => NotificationSetting,
): MutationKind {
  const valueFrom = (payload: unknown): Value =>
    values.find((value) => JSON.stringify(settingOf(value).value) === JSON.stringify(field(payload, 'value'))) ?? '?'
  const valueInSettings = (settings: { muted: readonly string[]; quiet: unknown } | undefined): Value =>
    settings ? valueFrom({ value: name === 'quiet' ? settings.quiet : !settings.muted.includes(name) }) : values[0]
  return {
    names: ['notifications.set'],
    table: 'settings',
    values,
    off: values[0],
    entity: () => `notification-setting:${name}`,
    mutate: (dataLayer, _, value) => dataLayer.setNotificationSetting(settingOf(value)),
    valueIn: valueFrom,
    rowKey: () => 0,
    isPulled: true,
    pulledBy: 'notificationSettings',
    valueInRow: (row) => valueInSettings(row as Parameters<typeof valueInSettings>[0]),
    read: async (dataLayer) => valueInSettings(await dataLayer.notificationSettings()),
    valueOnServer: async (database, userId) => valueInSettings(await settingsOf(database, userId)),
  }
}

export function kindOfEntry({ kind, entity }: { kind: string; entity: string }): MutationKind | undefined {
  return kindIn(
    MUTATION_KINDS.filter(({ names }) => names.includes(kind)),
    entity,
  )
}
/** The name of the pull that brings a kind's values. */
export const pulledBy = ({ pulledBy: name, table }: MutationKind) => name ?? table

/** The kind of a lane: by full entity name, else by prefix. */
export function kindOfLane(entity: string): MutationKind | undefined {
  return kindIn(
    MUTATION_KINDS.filter((kind) => entity.split(':')[0] === kind.entity(0).split(':')[0]),
    entity,
  )
}

function kindIn(kinds: MutationKind[], entity: string): MutationKind | undefined {
  const owner = kinds.find((kind) => kind.usesTitle?.(Number(entity.split(':')[1])) === true)
  return owner ?? kinds.find((kind) => kind.entity(0) === entity) ?? kinds[0]
}

/** Defaults for mutations that create something: their only value is `there`, and no base row shows them. */
function creation(name: string, table: string) {
  return {
    names: [name],
    table,
    values: ['there'],
    off: 'nothing',
    valueIn: () => 'there',
    rowKey: () => 0,
    isPulled: false,
    valueInRow: () => 'there',
    read: async () => 'there',
    valueOnServer: async () => 'there',
  }
}

/**
 * Enqueues a like in the format and with the coalescing of an older app version (`OLDER_FORMAT` in `simulation/world.ts`). The newer
 * code has to send such entries after an update.
 */
async function likeInOldFormat(dataLayer: DataLayer, titleId: number, on: boolean): Promise<void> {
  const database = await dataLayer.personalDatabase()
  const { outbox } = database
  await database.transaction('rw', outbox, async () => {
    const lane = await outbox.where('entity').equals(`like:${titleId}`).toArray()
    await outbox.bulkDelete(lane.map(({ seq }) => seq))
    await outbox.add({
      ...{ key: crypto.randomUUID(), formatVersion: 1, userId: database.userId, kind: 'reactions.setLiked' },
      ...{
        entity: `like:${titleId}`,
        payload: { titleId, on },
        label: '',
        createdAt: dataLayer.clock.now(),
        attempts: 0,
      },
      ...{ nextAt: 0, leaseUntil: 0, leaseBy: null, status: 'queued' as const, lastError: null },
      ...{ unsure: true, refusals: 0, failingAfter: null },
    })
  })
}
