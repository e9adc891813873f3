import * as v from 'valibot'
import { commentReactionsApi, ReportReason } from '#contract/commentReactions.ts'
import { Id } from '#contract/shapes.ts'
import { pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { CommentLikeRow, CommentReportRow } from '#data/database/rows.ts'
import { ask } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putNewer } from '#data/sync/pull.ts'

/** Lanes of likes and of reports of comments. */
export const COMMENT_LIKE_LANE = 'comment-like:'
export const COMMENT_REPORT_LANE = 'comment-report:'

/** A comment on a title. `name`: of the title, for the list of pending changes. */
const ofComment = { commentId: Id, titleId: Id, name: v.string() }

/** Sets whether the user likes the comment of another user. */
export const setCommentLiked = mutation({
  kind: 'comments.setLiked',
  formatVersion: 1,
  input: v.object({ ...ofComment, liked: v.boolean() }),
  entity: ({ commentId }) => `${COMMENT_LIKE_LANE}${commentId}`,
  label: ({ name }) => name,
  apply: (row: CommentLikeRow | undefined, { commentId: id, titleId, liked }): CommentLikeRow => {
    if (row?.likes === undefined || row.liked === liked) return { version: 0, ...row, id, titleId, liked }
    return { ...row, liked, likes: Math.max(0, row.likes + (liked ? 1 : -1)) }
  },
  isSatisfied: async ({ commentLikes }, { commentId, liked }) => (await commentLikes.get(commentId))?.liked === liked,
  isOff: ({ liked }) => !liked,
  request: ({ commentId, liked }) => ask(commentReactionsApi.like, { params: { id: commentId }, body: { liked } }),
  tables: ['commentLikes'],
  store: ({ commentLikes }, { data }) => putNewer(commentLikes, [data], ({ id }) => id),
  gone: ({ commentLikes }, { commentId }) => commentLikes.update(commentId, { liked: false }),
})

/** Reports the comment of another user to the operator. */
export const reportComment = mutation({
  kind: 'comments.report',
  formatVersion: 1,
  input: v.object({ ...ofComment, reason: ReportReason }),
  entity: ({ commentId }) => `${COMMENT_REPORT_LANE}${commentId}`,
  label: ({ name }) => name,
  apply: (row: CommentReportRow | undefined, { commentId: id, titleId, reason }): CommentReportRow => ({
    version: 0,
    ...row,
    ...{ id, titleId, reason },
  }),
  isSatisfied: async ({ commentReports }, { commentId, reason }) =>
    (await commentReports.get(commentId))?.reason === reason,
  request: ({ commentId, reason }) => ask(commentReactionsApi.report, { params: { id: commentId }, body: { reason } }),
  tables: ['commentReports'],
  store: ({ commentReports }, { data }) => putNewer(commentReports, [data], ({ id }) => id),
})

/** Returns whether the user likes a comment, with pending changes applied. */
export async function isCommentLiked(commentId: number): Promise<boolean> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return false
  return database.transaction('r', database.commentLikes, database.outbox, async () => {
    const row = await database.commentLikes.get(commentId)
    const entries = await pendingEntries(database, [`${COMMENT_LIKE_LANE}${commentId}`])
    const merged = entries.reduce((state, entry) => setCommentLiked.applyEntry(state, entry), row)
    return merged?.liked ?? false
  })
}
