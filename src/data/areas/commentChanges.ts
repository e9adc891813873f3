import * as v from 'valibot'
import { CommentBody, commentsApi, type OwnComment } from '#contract/comments.ts'
import { Id } from '#contract/shapes.ts'
import { ask } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putNewer } from '#data/sync/pull.ts'

/** Lane of the changes of an own comment. */
export const CHANGE_LANE = 'own-comment:'

/** The part of an own comment that changes. */
export type CommentText = Pick<OwnComment, 'body' | 'spoiler' | 'editedAt' | 'deleted'>

/**
 * Sets the text of an own comment, deletes or restores it. `body` and `spoiler`: the text now, also of a comment that is
 * being deleted. `name`: of the title, for the list of pending changes.
 */
export const changeComment = mutation({
  kind: 'comments.change',
  formatVersion: 1,
  input: v.object({
    ...{ commentId: Id, titleId: Id, name: v.string(), deleted: v.boolean() },
    ...{ body: CommentBody, spoiler: v.boolean() },
  }),
  entity: ({ commentId }) => `${CHANGE_LANE}${commentId}`,
  label: ({ name }) => name,
  apply: (before: CommentText, { deleted, body, spoiler }, { createdAt }): CommentText => {
    if (deleted) return { ...before, deleted: true }
    const isEdited = body !== before.body || spoiler !== before.spoiler
    return { body, spoiler, deleted, editedAt: isEdited ? new Date(createdAt).toISOString() : before.editedAt }
  },
  isSatisfied: async ({ comments }, { commentId, deleted, body, spoiler }) => {
    const row = await comments.get(commentId)
    if (!row || (row.deleted ?? false) !== deleted) return false
    return deleted || (row.body === body && row.spoiler === spoiler)
  },
  isOff: ({ deleted }) => deleted,
  request: ({ commentId, deleted, body, spoiler }) =>
    ask(commentsApi.change, {
      params: { id: commentId },
      body: deleted ? { deleted, spoiler: false } : { deleted, body, spoiler },
    }),
  tables: ['comments'],
  store: async ({ comments, delivered }, { data }) => {
    const before = await comments.get(data.id)
    // A restored server must not create the comment again.
    if (data.deleted && before) await delivered.delete(before.key)
    const row = { ...data, key: before?.key ?? String(data.id) }
    await putNewer(comments, [row], ({ id }) => id)
  },
  gone: ({ comments }, { commentId }) => comments.update(commentId, { deleted: true }),
  draft: ({ commentId, titleId, deleted, body, spoiler }) =>
    deleted ? undefined : { name: editDraft(commentId), text: body, spoiler, path: `/titles/${titleId}/-`, copy: body },
})

/** Name of the draft of an edited comment. */
export function editDraft(commentId: number): string {
  return `comment-edit:${commentId}`
}
