import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, Version } from './shapes.ts'
import { acknowledged } from './sync.ts'

/** Why a user reports a comment. */
export const REPORT_REASONS = ['spoiler', 'abuse', 'spam', 'other'] as const
export const ReportReason = v.picklist(REPORT_REASONS)
export type ReportReason = v.InferOutput<typeof ReportReason>

const commentKey = { id: Id, titleId: Id }

/** Whether the user likes a comment. `version`: the user's data version at which this is true. */
export const CommentLike = v.object({
  ...commentKey,
  liked: v.boolean(),
  /** number of likes of the comment now */
  likes: lenient(v.number(), 0),
  version: Version,
})
export type CommentLike = v.InferOutput<typeof CommentLike>

/** The user's report of a comment; `version` as in `CommentLike`. */
export const CommentReport = v.object({
  ...commentKey,
  reason: lenient(v.nullable(ReportReason), null),
  version: Version,
})
export type CommentReport = v.InferOutput<typeof CommentReport>

const params = v.object({ id: IdText })

export const commentReactionsApi = {
  /** Sets whether the user likes another user's comment. */
  like: endpoint('POST', '/api/user/comment/:id/like', {
    access: 'user',
    queued: true,
    params,
    body: v.object({ liked: v.boolean() }),
    reply: acknowledged(CommentLike),
  }),
  /** Reports another user's comment to the operator. A user has one report per comment; a later reason replaces it. */
  report: endpoint('POST', '/api/user/comment/:id/report', {
    access: 'user',
    queued: true,
    params,
    body: v.object({ reason: ReportReason }),
    reply: acknowledged(CommentReport),
  }),
}
