import type { Export } from '#contract/export.ts'
import { exportApi } from '#contract/export.ts'
import { device } from '#data/database/device.ts'
import { type PersonalDatabase, personalDatabase } from '#data/database/personal.ts'
import { readSession, SignedOut } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { watchedTitles } from './history.ts'
import { myNotifications } from './notifications.ts'
import { myRequests } from './requests.ts'
import { savedTitles } from './watchlist.ts'

/** A row without its sync version, which means nothing outside the server. */
type WithoutVersion<Row> = Omit<Row, 'version'>

/** All personal data of a user, as exported to a file. */
export interface DataExport
  extends Pick<Export, 'exportedAt' | 'user' | 'likes'>,
    Record<'watchlist', WithoutVersion<Export['watchlist'][number]>[]>,
    Record<'history', WithoutVersion<Export['history'][number]>[]>,
    Record<'requests', (Omit<Export['requests'][number], 'id' | 'version'> & { id: number | null })[]>,
    Record<'comments', WithoutVersion<Export['comments'][number]>[]>,
    Pick<Export, 'commentLikes' | 'commentReports'>,
    Record<'notifications', WithoutVersion<Export['notifications'][number]>[]>,
    Pick<Export, 'passkeys' | 'orders'> {
  /** The server has all data; the device has what it cached, merged with pending changes. */
  from: 'server' | 'device'
  /** pending changes */
  waiting: { kind: string; name: string; createdAt: string; payload: unknown }[]
}

/**
 * Exports from the server; from this device if the server does not answer or lacks the endpoint. Throws `SignedOut`.
 */
export async function exportData(): Promise<DataExport> {
  const database = await personalDatabase()
  const [fromApi, waiting] = [await fromServer(), await pendingChanges(database)]
  return fromApi ? { from: 'server', ...fromApi, waiting } : { ...(await fromDevice(database)), waiting }
}

async function fromServer(): Promise<Export | undefined> {
  try {
    return (await call(exportApi.all, {})).data
  } catch (failure) {
    if (failure instanceof Unreachable || failure instanceof Refused) return undefined
    throw failure
  }
}

async function fromDevice(database: PersonalDatabase): Promise<Omit<DataExport, 'waiting'>> {
  const session = await readSession()
  if (!session) throw new SignedOut()
  const [saved, watched, requests, notifications] = await Promise.all([
    savedTitles(),
    watchedTitles(),
    myRequests(),
    myNotifications(),
  ])
  const at = new Date(clock.now()).toISOString()
  return {
    from: 'device',
    exportedAt: at,
    user: session.user,
    watchlist: (saved?.items ?? []).map(({ titleId, card, savedAt }) => ({ titleId, title: card, savedAt })),
    history: (watched?.items ?? []).map(({ pending: _, ...item }) => item),
    likes: await likesOf(database, at),
    requests: (requests?.items ?? []).map(({ key: _, pending: __, editable: ___, id, ...request }) => ({
      ...request,
      id: id ?? null,
    })),
    comments: await commentsOf(database),
    ...(await commentReactionsOf(database, at)),
    notifications: notifications?.items ?? [],
    // Only the server has them.
    passkeys: [],
    orders: [],
  }
}

/** The device does not store when a title was liked, so `likedAt` is the time of the export. */
async function likesOf(database: PersonalDatabase, at: string): Promise<DataExport['likes']> {
  const liked = await database.likes.filter((row) => row.liked).primaryKeys()
  const titles = await cardsOf(liked)
  return [...titles].map(([titleId, title]) => ({ titleId, title, likedAt: at }))
}

async function commentsOf(database: PersonalDatabase): Promise<DataExport['comments']> {
  const rows = await database.comments.toArray()
  const titles = await cardsOf(rows.map(({ titleId }) => titleId))
  return rows.flatMap(({ key: _, version: __, ...comment }) => {
    const title = titles.get(comment.titleId)
    return title ? [{ editedAt: null, deleted: false, ...comment, title }] : []
  })
}

/** The device does not store the times of reactions, so they have the time of the export. */
async function commentReactionsOf(
  { commentLikes, commentReports }: PersonalDatabase,
  at: string,
): Promise<Pick<DataExport, 'commentLikes' | 'commentReports'>> {
  const liked = await commentLikes.filter((row) => row.liked).toArray()
  const reports = await commentReports.toArray()
  return {
    commentLikes: liked.map(({ id: commentId, titleId }) => ({ commentId, titleId, likedAt: at })),
    commentReports: reports.flatMap(({ id: commentId, titleId, reason }) =>
      reason === null ? [] : { commentId, titleId, reason, reportedAt: at },
    ),
  }
}

/** Returns the cached cards among these titles. */
async function cardsOf(ids: number[]) {
  const cached = await (await device()).cards.bulkGet(ids)
  return new Map(cached.flatMap((row) => (row ? [[row.id, row.card] as const] : [])))
}

async function pendingChanges(database: PersonalDatabase): Promise<DataExport['waiting']> {
  const entries = await database.outbox.orderBy('seq').toArray()
  return entries.map(({ kind, label, createdAt, payload }) => ({
    ...{ kind, name: label, createdAt: new Date(createdAt).toISOString() },
    payload,
  }))
}
