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

/** A row without the counting of the server, which says nothing elsewhere. */
type Bare<Row> = Omit<Row, 'version'>

/** Everything of a person, to be taken along. */
export interface DataExport
  extends Pick<Export, 'exportedAt' | 'user' | 'likes'>,
    Record<'watchlist', Bare<Export['watchlist'][number]>[]>,
    Record<'history', Bare<Export['history'][number]>[]>,
    Record<'requests', (Omit<Export['requests'][number], 'id' | 'version'> & { id: number | null })[]>,
    Record<'comments', Bare<Export['comments'][number]>[]>,
    Record<'notifications', Bare<Export['notifications'][number]>[]> {
  /** Where it comes from: the server has all of it, the device what it has seen, with what waits laid over it. */
  from: 'server' | 'device'
  /** changes that have not reached the server */
  waiting: { kind: string; name: string; createdAt: string; payload: unknown }[]
}

/** From the server; where that does not answer, or does not know how, from this device. Throws `SignedOut`. */
export async function exportData(): Promise<DataExport> {
  const database = await personalDatabase()
  const [whole, waiting] = [await fromServer(), await waitingOf(database)]
  return whole ? { from: 'server', ...whole, waiting } : { ...(await fromDevice(database)), waiting }
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
    requests: (requests?.items ?? []).map(({ key: _, pending: __, editable: ___, id, ...wish }) => ({
      ...wish,
      id: id ?? null,
    })),
    comments: await commentsOf(database),
    notifications: notifications?.items ?? [],
  }
}

/** When something was liked the device does not know. */
async function likesOf(database: PersonalDatabase, at: string): Promise<DataExport['likes']> {
  const liked = await database.likes.filter((row) => row.liked).primaryKeys()
  const titles = await cardsOf(liked)
  return [...titles].map(([titleId, title]) => ({ titleId, title, likedAt: at }))
}

async function commentsOf(database: PersonalDatabase): Promise<DataExport['comments']> {
  const rows = await database.comments.toArray()
  const titles = await cardsOf(rows.map(({ titleId }) => titleId))
  return rows.flatMap(({ key: _, at: __, version: ___, ...comment }) => {
    const title = titles.get(comment.titleId)
    return title ? [{ ...comment, title }] : []
  })
}

/** Those that this device has seen. */
async function cardsOf(ids: number[]) {
  const kept = await (await device()).cards.bulkGet(ids)
  return new Map(kept.flatMap((one) => (one ? [[one.id, one.card] as const] : [])))
}

async function waitingOf(database: PersonalDatabase): Promise<DataExport['waiting']> {
  const entries = await database.outbox.orderBy('seq').toArray()
  return entries.map(({ kind, label, createdAt, payload }) => ({
    ...{ kind, name: label, createdAt: new Date(createdAt).toISOString() },
    payload,
  }))
}
