import * as v from 'valibot'
import { ReportReason } from './commentReactions.ts'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, Id, IdText, IsoTime, lenient, listOf, PageMeta, PageText, Version } from './shapes.ts'
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
  /** when the author last changed the text; null if never */
  editedAt: lenient(v.nullable(IsoTime), null),
  /** The author deleted the comment. Others see such a comment only above its replies, without author and text. */
  deleted: lenient(v.boolean(), false),
  /** id of the comment that this one replies to */
  replyTo: lenient(v.nullable(Id), null),
}

const shownFields = { ...commentFields, likes: lenient(v.number(), 0) }

/** A comment with its replies, oldest first. Replies have no replies. `likes`: number of likes. */
export const Comment = v.object({ ...shownFields, replies: lenient(listOf(v.object(shownFields)), []) })
export type Comment = v.InferOutput<typeof Comment>

/** A comment of the signed-in user, as a row of their synced list. */
export const OwnComment = v.object({ ...commentFields, version: Version })
export type OwnComment = v.InferOutput<typeof OwnComment>

/** Limits count code points without surrounding spaces; page and server have their own texts for each problem. */
export const CommentBody = v.pipe(
  v.string('required'),
  v.metadata({ minLength: COMMENT_MIN, maxLength: COMMENT_MAX }),
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

/** The desired state of an own comment: deleted, or not deleted and with this text. */
const CommentChange = v.pipe(
  v.object({
    deleted: v.optional(v.boolean(), false),
    body: v.optional(CommentBody),
    spoiler: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(({ deleted, body }) => deleted || body !== undefined, 'required'),
    ['body'],
  ),
)
export type CommentChange = v.InferOutput<typeof CommentChange>

/** The comments and replies of a page that the signed-in user wrote, likes or reported. */
const CommentsViewer = v.object({
  own: listOf(Id),
  liked: listOf(Id),
  reported: listOf(v.object({ id: Id, reason: ReportReason })),
  /** the user's data version at which this is true */
  version: Version,
})
export type CommentsViewer = v.InferOutput<typeof CommentsViewer>

/** A page of comments; `viewer` is null for guests. */
export const CommentPage = v.object({
  data: eachOnceOf(Comment),
  meta: PageMeta,
  viewer: v.optional(v.fallback(v.nullable(CommentsViewer), null), null),
})
export type CommentPage = v.InferOutput<typeof CommentPage>

export const commentsApi = {
  /** Newest first. */
  top: endpoint('GET', '/api/titles/:id/topcomments', {
    params: v.object({ id: IdText }),
    query: v.object({ page: v.optional(PageText, 1) }),
    reply: CommentPage,
  }),
  /** Creates a comment. Its key is stored permanently, so a retry creates no second one (docs/sync.md#idempotency). */
  create: endpoint('POST', '/api/user/comment', {
    access: 'user',
    queued: true,
    body: NewComment,
    reply: acknowledged(OwnComment),
  }),
  /** Sets the text of an own comment, deletes or restores it. The last change wins (docs/sync.md#fences). */
  change: endpoint('POST', '/api/user/comment/:id', {
    access: 'user',
    queued: true,
    params: v.object({ id: IdText }),
    body: CommentChange,
    reply: acknowledged(OwnComment),
  }),
}
