import { and, eq, inArray } from 'drizzle-orm'
import type { CommentsViewer } from '#contract/comments.ts'
import type { Database } from '#server/database/connect.ts'
import { commentLikes, commentReports } from '#server/database/schema/comments.ts'
import { versions } from '#server/database/schema/personal.ts'
import type { CommentRow } from './commentRows.ts'

/** Which of these comments a user wrote, likes and reported, and the version at which that is true. */
export async function commentsViewer(
  snapshot: Database,
  userId: number,
  rows: Pick<CommentRow, 'id' | 'userId'>[],
): Promise<CommentsViewer> {
  const ids = rows.map(({ id }) => id)
  const [counter] = await snapshot.select().from(versions).where(eq(versions.userId, userId))
  const liked = await snapshot
    .select({ id: commentLikes.commentId })
    .from(commentLikes)
    .where(and(eq(commentLikes.userId, userId), inArray(commentLikes.commentId, ids), eq(commentLikes.liked, true)))
  const reported = await snapshot
    .select({ id: commentReports.commentId, reason: commentReports.reason })
    .from(commentReports)
    .where(and(eq(commentReports.userId, userId), inArray(commentReports.commentId, ids)))
  return {
    own: rows.flatMap((row) => (row.userId === userId ? [row.id] : [])),
    liked: liked.map(({ id }) => id),
    reported,
    version: counter?.version ?? 0,
  }
}
