import type { Comment } from '#contract/comments.ts'
import type { CommentRow } from '#data/database/rows.ts'
import { type CommentText, changeComment } from './commentChanges.ts'
import type { CommentPage, ShownComment } from './comments.ts'
import type { OwnComments } from './ownComments.ts'

type PageComment = Omit<Comment, 'replies'>

/**
 * Merges a page of comments with the user's own, each shown once. A stored row is never older than the page. A delivery
 * with unknown outcome may have arrived: a comment on the page with the same text is then that comment.
 */
export function mergeComments({ data, meta }: CommentPage, own: OwnComments): ShownComment[] {
  const ownById = new Map(own.acknowledged.map((row) => [row.id, row]))
  const unmatched = [...own.pending]
  const show = (comment: PageComment, replies: PageComment[]): ShownComment => {
    const { id } = comment
    const row = ownById.get(id)
    ownById.delete(id)
    const isAcknowledged = row !== undefined && row.key !== String(id)
    const match = isAcknowledged ? -1 : unmatched.findIndex((one) => !one.editable && hasSameText(one, comment))
    const [arrived] = match < 0 ? [] : unmatched.splice(match, 1)
    return {
      ...comment,
      // A page has no author of a deleted comment, which the user may be restoring.
      author: comment.author || (row?.author ?? ''),
      ...(row && textOf(row)),
      ...{ key: arrived?.key ?? row?.key ?? String(id), own: row !== undefined || arrived !== undefined },
      ...{ pending: arrived !== undefined, editable: false, liked: false, reported: false },
      replies: replies.map((reply) => show(reply, [])),
    }
  }
  const shown = data.map(({ replies, ...comment }) => show(comment, replies))
  const notOnPage = [...ownById.values()].map(
    ({ version: _, ...row }): ShownComment => ({ ...row, ...textOf(row), ...ACKNOWLEDGED, replies: [] }),
  )
  for (const comment of [...notOnPage, ...unmatched]) {
    if (comment.replyTo !== null) shown.find(({ id }) => id === comment.replyTo)?.replies.push(comment)
    else if (meta.currentPage === 1) shown.unshift(comment)
  }
  return shown.map((comment) => withChanges(comment, own)).filter(isVisible)
}

const ACKNOWLEDGED = { own: true, pending: false, editable: false, likes: 0, liked: false, reported: false }

function textOf({ body, spoiler, editedAt = null, deleted = false }: Pick<CommentRow, keyof CommentText>) {
  return { body, spoiler, editedAt, deleted }
}

/** Applies the user's pending change of a comment, their like and their report; the same for its replies. */
function withChanges(comment: ShownComment, own: OwnComments): ShownComment {
  const { id } = comment
  const replies = comment.replies.map((reply) => withChanges(reply, own)).filter(isVisible)
  if (id === undefined) return { ...comment, replies }
  const changes = own.changes.get(id) ?? []
  const like = own.likes.get(id)
  return {
    ...comment,
    ...changes.reduce((text, entry) => changeComment.applyEntry(text, entry), textOf(comment)),
    pending: comment.pending || changes.length > 0,
    liked: like?.liked ?? false,
    likes: like?.likes ?? comment.likes + (like?.pending && like.liked ? 1 : 0),
    reported: own.reported.has(id),
    replies,
  }
}

/** A deleted comment stays listed while it has replies. */
function isVisible({ deleted, replies }: ShownComment): boolean {
  return !deleted || replies.length > 0
}

function hasSameText(one: ShownComment, other: PageComment): boolean {
  return one.author === other.author && normalize(one.body) === normalize(other.body) && one.replyTo === other.replyTo
}

/** Normalizes whitespace and control characters like the server. */
function normalize(text: string): string {
  return text
    .normalize()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
}
