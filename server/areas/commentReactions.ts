import { and, eq, inArray, sql } from 'drizzle-orm'
import { type CommentLike, type CommentReport, commentReactionsApi } from '#contract/commentReactions.ts'
import { commentLikes, commentReports, comments } from '#server/database/schema/comments.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { BatchedChange, Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { desiredState } from '#server/sync/strategies.ts'
import { countCommentLikes } from './commentRows.ts'

/** Mounts the calls with which a user likes and reports the comments of others. */
export function serveCommentReactions(api: Api): void {
  serve(
    api,
    commentReactionsApi.like,
    mutationHandler(
      desiredState({
        entity: ({ id }) => `comment-like:${id}`,
        load: loadLikes,
        apply: like,
        present: ({ version }, state: CommentLike) => ({ ...state, version }),
      }),
    ),
  )
  serve(
    api,
    commentReactionsApi.report,
    mutationHandler(
      desiredState({
        entity: ({ id }) => `comment-report:${id}`,
        load: loadReports,
        apply: report,
        present: ({ version }, state: CommentReport) => ({ ...state, version }),
      }),
    ),
  )
}

type LikeMutation = Mutation<{ id: number }, { liked: boolean }>
type ReportMutation = Mutation<{ id: number }, { reason: NonNullable<CommentReport['reason']> }>

/** The comments of others among these; a `Refusal` for those that do not exist and for the user's own. */
async function findComments(
  mutations: Mutation<{ id: number }, unknown>[],
): Promise<({ id: number; titleId: number } | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const rows = await mutation.transaction
    .select({ id: comments.id, titleId: comments.titleId, userId: comments.userId })
    .from(comments)
    .where(inArray(comments.id, idsOf(mutations)))
  const found = new Map(rows.map((row) => [row.id, row]))
  return mutations.map(({ params, userId }) => {
    const row = found.get(params.id)
    if (!row) return new Refusal('not_found', {})
    return row.userId === userId ? new Refusal('forbidden', {}) : { id: row.id, titleId: row.titleId }
  })
}

async function loadLikes(mutations: LikeMutation[]): Promise<(CommentLike | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const { transaction, userId } = mutation
  const found = await findComments(mutations)
  const ids = idsOf(mutations)
  const likes = await countCommentLikes(transaction, ids)
  const rows = await transaction
    .select({ id: commentLikes.commentId, liked: commentLikes.liked })
    .from(commentLikes)
    .where(and(eq(commentLikes.userId, userId), inArray(commentLikes.commentId, ids)))
  const liked = new Map(rows.map((row) => [row.id, row.liked]))
  return found.map((comment, index) => {
    if (comment instanceof Refusal) return comment
    const { version = 0 } = mutations[index] ?? {}
    return { ...comment, liked: liked.get(comment.id) ?? false, likes: likes.get(comment.id) ?? 0, version }
  })
}

async function like(
  changes: BatchedChange<LikeMutation['params'], LikeMutation['body'], CommentLike>[],
): Promise<CommentLike[]> {
  const [first] = changes
  const rows = changes.flatMap(({ mutation: { userId, body, now }, state }) =>
    body.liked === state.liked ? [] : { userId, commentId: state.id, liked: body.liked, changedAt: now },
  )
  if (!first || rows.length === 0) return changes.map(({ state }) => state)
  const { transaction } = first.mutation
  await transaction
    .insert(commentLikes)
    .values(rows)
    .onConflictDoUpdate({
      target: [commentLikes.userId, commentLikes.commentId],
      set: { liked: sql`excluded.liked`, changedAt: sql`excluded.changed_at` },
    })
  const likes = await countCommentLikes(transaction, idsOf(changes.map(({ mutation }) => mutation)))
  return changes.map(({ mutation, state }) => ({
    ...state,
    liked: mutation.body.liked,
    likes: likes.get(state.id) ?? 0,
  }))
}

async function loadReports(mutations: ReportMutation[]): Promise<(CommentReport | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const found = await findComments(mutations)
  const rows = await mutation.transaction
    .select({ id: commentReports.commentId, reason: commentReports.reason })
    .from(commentReports)
    .where(and(eq(commentReports.userId, mutation.userId), inArray(commentReports.commentId, idsOf(mutations))))
  const reasons = new Map(rows.map(({ id, reason }) => [id, reason]))
  return found.map((comment, index) => {
    if (comment instanceof Refusal) return comment
    return { ...comment, reason: reasons.get(comment.id) ?? null, version: mutations[index]?.version ?? 0 }
  })
}

async function report(
  changes: BatchedChange<ReportMutation['params'], ReportMutation['body'], CommentReport>[],
): Promise<CommentReport[]> {
  const [first] = changes
  const rows = changes.flatMap(({ mutation: { userId, body, createdAt }, state }) =>
    body.reason === state.reason ? [] : { userId, commentId: state.id, reason: body.reason, reportedAt: createdAt },
  )
  if (!first || rows.length === 0) return changes.map(({ state }) => state)
  await first.mutation.transaction
    .insert(commentReports)
    .values(rows)
    .onConflictDoUpdate({
      target: [commentReports.userId, commentReports.commentId],
      set: { reason: sql`excluded.reason`, reportedAt: sql`excluded.reported_at` },
    })
  return changes.map(({ mutation, state }) => ({ ...state, reason: mutation.body.reason }))
}

function idsOf(mutations: { params: { id: number } }[]): number[] {
  return mutations.map(({ params }) => params.id)
}
