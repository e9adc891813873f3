import { and, asc, count, desc, eq, exists, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Comment, OwnComment } from '#contract/comments.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { commentLikes, comments } from '#server/database/schema/comments.ts'

/** Number of replies returned with a comment, oldest first. */
const REPLIES_SHOWN = 200

/** Selects comments with their authors; add conditions and order. */
export function selectComments(database: Database) {
  return database
    .select({
      id: comments.id,
      titleId: comments.titleId,
      author: sql<string>`coalesce(${users.name}, ${comments.author}, '')`,
      body: comments.body,
      spoiler: comments.spoiler,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      deletedAt: comments.deletedAt,
      hiddenAt: comments.hiddenAt,
      replyTo: comments.replyTo,
      version: comments.version,
      request: comments.request,
      userId: comments.userId,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
}

export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

/** A comment as its author sees it, with the text of a deleted one. */
export function ownComment(row: CommentRow): OwnComment {
  const { id, titleId, author, body, spoiler, replyTo, version } = row
  return {
    ...{ id, titleId, author, body, spoiler, replyTo, version },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deleted: row.deletedAt !== null,
  }
}

/** A page of a title's comments, newest first, with the number of all comments. */
export async function pageOfComments(
  database: Database,
  titleId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: CommentRow[]; total: number }> {
  const isListed = and(eq(comments.titleId, titleId), isNull(comments.replyTo), isShown(database))
  const rows = await selectComments(database)
    .where(isListed)
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit)
    .offset(offset)
  const [all] = await database.select({ total: count() }).from(comments).where(isListed)
  return { rows, total: all?.total ?? 0 }
}

/** Neither deleted by its author nor hidden by the operator. */
function isVisible({ deletedAt, hiddenAt }: { deletedAt: AnyPgColumn; hiddenAt: AnyPgColumn }): SQL | undefined {
  return and(isNull(deletedAt), isNull(hiddenAt))
}

/** A deleted or hidden comment stays listed while it has replies, which are listed below it. */
function isShown(database: Database): SQL | undefined {
  const reply = alias(comments, 'reply')
  const replies = database
    .select({ id: reply.id })
    .from(reply)
    .where(and(eq(reply.replyTo, comments.id), isVisible(reply)))
  return or(isVisible(comments), exists(replies))
}

/** The first replies to each of these comments, oldest first. */
export async function repliesTo(database: Database, ids: number[]): Promise<CommentRow[]> {
  const order = [asc(comments.createdAt), asc(comments.id)] as const
  const numbered = database
    .select({
      id: comments.id,
      ordinal: sql<number>`row_number() over (partition by ${comments.replyTo} order by ${order[0]}, ${order[1]})`.as(
        'ordinal',
      ),
    })
    .from(comments)
    .where(and(inArray(comments.replyTo, ids), isVisible(comments)))
    .as('numbered')
  const first = database.select({ id: numbered.id }).from(numbered).where(lte(numbered.ordinal, REPLIES_SHOWN))
  return selectComments(database)
    .where(inArray(comments.id, first))
    .orderBy(...order)
}

/** The number of likes of each comment that has any. */
export async function countCommentLikes(database: Database, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .select({ id: commentLikes.commentId, likes: count() })
    .from(commentLikes)
    .where(and(inArray(commentLikes.commentId, ids), eq(commentLikes.liked, true)))
    .groupBy(commentLikes.commentId)
  return new Map(rows.map(({ id, likes }) => [id, likes]))
}

/** A comment as everyone sees it: a deleted or hidden one without author and text. */
export function shownComment(row: CommentRow, likes: ReadonlyMap<number, number>): Comment['replies'][number] {
  const { version: _, ...comment } = ownComment(row)
  const isGone = comment.deleted || row.hiddenAt !== null
  if (isGone) return { ...comment, deleted: true, author: '', body: '', spoiler: false, editedAt: null, likes: 0 }
  return { ...comment, likes: likes.get(row.id) ?? 0 }
}
