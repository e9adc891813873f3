import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, PageText, page, Version } from './shapes.ts'
import { acknowledged } from './sync.ts'

export const COMMENT_MIN = 3
export const COMMENT_MAX = 2000

const commentFields = {
  id: Id,
  titleId: Id,
  /** the author's name */
  author: v.string(),
  body: v.string(),
  /** the text reveals the plot and is shown covered */
  spoiler: lenient(v.boolean(), false),
  createdAt: IsoTime,
  /** id of the comment that this one replies to */
  replyTo: lenient(v.nullable(Id), null),
}

/** A comment with its replies, oldest first. Replies have no replies. */
export const Comment = v.object({ ...commentFields, replies: lenient(listOf(v.object(commentFields)), []) })
export type Comment = v.InferOutput<typeof Comment>

/** A comment of the signed-in user, as a row of their synced list. */
export const OwnComment = v.object({ ...commentFields, version: Version })
export type OwnComment = v.InferOutput<typeof OwnComment>

/** Limits count code points without surrounding spaces; page and server have their own texts for each problem. */
export const CommentBody = v.pipe(
  v.string('required'),
  v.trim(),
  v.check((text) => [...text].length >= COMMENT_MIN, 'commentShort'),
  v.check((text) => [...text].length <= COMMENT_MAX, 'commentLong'),
)

export const NewComment = v.object({
  titleId: Id,
  body: CommentBody,
  spoiler: v.optional(v.boolean(), false),
  replyTo: v.optional(v.nullable(Id), null),
})
export type NewComment = v.InferOutput<typeof NewComment>

export const commentsApi = {
  /** Newest first. */
  top: endpoint('GET', '/api/titles/:id/topcomments', {
    params: v.object({ id: IdText }),
    query: v.object({ page: v.optional(PageText, 1) }),
    reply: page(Comment),
  }),
  /** Creates a comment. Its key is stored permanently, so a retry creates no second one (docs/sync.md#idempotency). */
  create: endpoint('POST', '/api/user/comment', {
    access: 'user',
    queued: true,
    body: NewComment,
    reply: acknowledged(OwnComment),
  }),
}
