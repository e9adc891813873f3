import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, PageText, page, Version } from './shapes.ts'
import { acknowledged } from './sync.ts'

export const COMMENT_MIN = 3
export const COMMENT_MAX = 2000

const commentFields = {
  id: Id,
  titleId: Id,
  /** the writer's name */
  author: v.string(),
  body: v.string(),
  /** the text tells what happens: it stands under a cover */
  spoiler: lenient(v.boolean(), false),
  createdAt: IsoTime,
  /** the comment this one answers */
  replyTo: lenient(v.nullable(Id), null),
}

/** A comment with the answers to it, oldest first. Answers have no answers of their own. */
export const Comment = v.object({ ...commentFields, replies: lenient(listOf(v.object(commentFields)), []) })
export type Comment = v.InferOutput<typeof Comment>

/** One's own comment: a row of the person. */
export const OwnComment = v.object({ ...commentFields, version: Version })
export type OwnComment = v.InferOutput<typeof OwnComment>

/** Counted in code points, spaces at the ends apart; the words for a problem are the page's and the server's own. */
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
  /** A creation: its key is kept for ever, so it is there once even when sent again after years. */
  create: endpoint('POST', '/api/user/comment', {
    access: 'user',
    queued: true,
    body: NewComment,
    reply: acknowledged(OwnComment),
  }),
}
