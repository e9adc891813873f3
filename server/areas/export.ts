import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { exportApi } from '#contract/export.ts'
import type { UserRow } from '#server/accounts/tokens.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { commentLikes, commentReports, comments } from '#server/database/schema/comments.ts'
import { likes } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import type { SyncedList } from '#server/sync/syncedList.ts'
import { presentUser } from './account.ts'
import { ownComment, selectComments } from './commentRows.ts'
import { historyList } from './history.ts'
import { notificationsList } from './notifications.ts'
import { passkeysOf, presentPasskey } from './passkeys.ts'
import { pastOrders } from './premium.ts'
import { requestsList } from './requests.ts'
import { watchlistList } from './watchlist.ts'

/** Rows loaded per query. */
const ROWS_PER_QUERY = 2_000
/** An export reads all of a user's rows, so it is limited per hour. */
const EXPORTS_PER_HOUR = 60

export function serveExport(api: Api): void {
  serve(api, exportApi.all, async ({ database, clock, user }) => {
    await countAttempt({ database, clock }, [{ key: `export:${user.id}`, limit: EXPORTS_PER_HOUR, seconds: 3600 }])
    return {
      data: await database.transaction(
        async (snapshot) => ({
          exportedAt: clock().toISOString(),
          user: await presentUser(snapshot, user, clock()),
          watchlist: await readAll(snapshot, user.id, watchlistList),
          history: await readAll(snapshot, user.id, historyList),
          likes: await likedBy(snapshot, user.id),
          requests: await readAll(snapshot, user.id, requestsList),
          comments: await writtenBy(snapshot, user),
          commentLikes: await commentLikesOf(snapshot, user.id),
          commentReports: await commentReportsOf(snapshot, user.id),
          notifications: await readAll(snapshot, user.id, notificationsList),
          passkeys: (await passkeysOf(snapshot, user.id)).map(presentPasskey),
          orders: await pastOrders(snapshot, user.id),
        }),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    }
  })
}

/** Newest first. */
async function readAll<Key extends number | string, Item, Gone>(
  snapshot: Database,
  userId: number,
  { table, deletedAt, key, newest, items }: SyncedList<Key, Item, Gone>,
): Promise<Item[]> {
  const rows = await snapshot
    .select({ key })
    .from(table)
    .where(and(eq(table.userId, userId), isNull(deletedAt)))
    .orderBy(desc(newest), desc(key))
  const keys = rows.map((row) => row.key as Key)
  const whole: Item[] = []
  for (let at = 0; at < keys.length; at += ROWS_PER_QUERY) {
    const piece = keys.slice(at, at + ROWS_PER_QUERY)
    const found = await items(snapshot, userId, piece)
    whole.push(...piece.flatMap((one) => found.get(one) ?? []))
  }
  return whole
}

async function likedBy(snapshot: Database, userId: number) {
  const rows = await snapshot
    .select({ title: cardColumns, likedAt: likes.changedAt })
    .from(likes)
    .innerJoin(titles, eq(titles.id, likes.titleId))
    .where(and(eq(likes.userId, userId), eq(likes.liked, true)))
    .orderBy(desc(likes.changedAt), desc(likes.titleId))
  return rows.map(({ title, likedAt }) => ({
    titleId: title.id,
    title: cardOf(title),
    likedAt: likedAt.toISOString(),
  }))
}

async function writtenBy(snapshot: Database, { id: userId }: Pick<UserRow, 'id'>) {
  const rows = await selectComments(snapshot)
    .where(eq(comments.userId, userId))
    .orderBy(asc(comments.createdAt), asc(comments.id))
  const titleIds = [...new Set(rows.map(({ titleId }) => titleId))]
  const cards = await snapshot.select({ title: cardColumns }).from(titles).where(inArray(titles.id, titleIds))
  const titleOf = new Map(cards.map(({ title }) => [title.id, cardOf(title)]))
  return rows.flatMap((row) => {
    const title = titleOf.get(row.titleId)
    return title ? [{ ...ownComment(row), title }] : []
  })
}

async function commentLikesOf(snapshot: Database, userId: number) {
  const rows = await snapshot
    .select({ ...ofComment, likedAt: commentLikes.changedAt })
    .from(commentLikes)
    .innerJoin(comments, eq(comments.id, commentLikes.commentId))
    .where(and(eq(commentLikes.userId, userId), eq(commentLikes.liked, true)))
    .orderBy(desc(commentLikes.changedAt), desc(commentLikes.commentId))
  return rows.map((row) => ({ ...row, likedAt: row.likedAt.toISOString() }))
}

async function commentReportsOf(snapshot: Database, userId: number) {
  const rows = await snapshot
    .select({ ...ofComment, reason: commentReports.reason, reportedAt: commentReports.reportedAt })
    .from(commentReports)
    .innerJoin(comments, eq(comments.id, commentReports.commentId))
    .where(eq(commentReports.userId, userId))
    .orderBy(desc(commentReports.reportedAt), desc(commentReports.commentId))
  return rows.map((row) => ({ ...row, reportedAt: row.reportedAt.toISOString() }))
}

const ofComment = { commentId: comments.id, titleId: comments.titleId }
