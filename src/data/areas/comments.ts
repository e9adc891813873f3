import * as v from 'valibot'
import { Comment, commentsApi, NewComment } from '#contract/comments.ts'
import { page as pageOf } from '#contract/shapes.ts'
import { readSession, SignedOut } from '#data/database/session.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { ask, call } from '#data/network/call.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putNewer } from '#data/sync/pull.ts'
import { acknowledgedComments, storeViewer } from './commentsViewer.ts'

const CommentPage = pageOf(Comment)
export type CommentPage = v.InferOutput<typeof CommentPage>

/**
 * Comments of all users on a title, newest first. The part about the signed-in user goes to the user's own database only:
 * the copies on the device are the same for all users.
 */
export function topComments(titleId: number, page = 1): Read<CommentPage> {
  return read({
    key: ['titles', 'comments', titleId, page],
    shape: CommentPage,
    async fetch(options) {
      const known = (await acknowledgedComments(titleId).catch(ignoring(...STORAGE_ERRORS))) ?? []
      const parts = { params: { id: titleId }, query: { page } }
      // The browser's HTTP cache may be older than the user's own comment.
      const { viewer, ...answer } = await call(commentsApi.top, parts, { ...options, revalidate: true })
      await storeViewer({ ...answer, viewer }, known).catch(ignoring(...STORAGE_ERRORS))
      return answer
    },
  })
}

/** A comment on the screen. A pending comment has no id yet; `key` is stable while it is shown. */
export interface ShownComment extends Omit<Comment, 'id' | 'replies'> {
  id: number | undefined
  key: string
  own: boolean
  /** not sent, or sent without a known outcome */
  pending: boolean
  /** never sent: it can still be edited or discarded */
  editable: boolean
  /** by the user */
  liked: boolean
  /** by the user */
  reported: boolean
  replies: ShownComment[]
}

const UNCHANGED = { editedAt: null, deleted: false, likes: 0, liked: false, reported: false }

/** The mutation kind; screens call `sendComment`. */
export const createComment = mutation({
  kind: 'comments.create',
  formatVersion: 1,
  input: v.object({ ...NewComment.entries, author: v.string(), name: v.string() }),
  isCreation: true,
  entity: ({ titleId }, key) => `comment:${titleId}:${key}`,
  label: ({ name }) => name,
  apply: (others: ShownComment[], { titleId, body, spoiler, replyTo, author }, { createdAt, key }) => [
    ...others,
    {
      ...{ id: undefined, key, own: true, pending: true, editable: true, replies: [], ...UNCHANGED },
      ...{ titleId, body, spoiler, replyTo, author, createdAt: new Date(createdAt).toISOString() },
    },
  ],
  request: ({ titleId, body, spoiler, replyTo }) =>
    ask(commentsApi.create, { body: { titleId, body, spoiler, replyTo } }),
  tables: ['comments'],
  store: async ({ comments }, { data }, _, { key }) => {
    // A restored server has created the comment again, under another id.
    await comments.filter((row) => row.key === key && row.id !== data.id).delete()
    await putNewer(comments, [{ ...data, key }], ({ id }) => id)
    // A page may have brought the row before the answer arrived.
    await comments.update(data.id, { key })
  },
  draft: ({ titleId, body, spoiler, replyTo }) => ({
    name: commentDraft(titleId, replyTo),
    text: body,
    spoiler,
    path: `/titles/${titleId}/-`,
    copy: body,
  }),
})

/** Name of the draft of a comment on a title, or of a reply to a comment. */
export function commentDraft(titleId: number, replyTo: number | null = null): string {
  return replyTo === null ? `comment:${titleId}` : `comment:${titleId}:${replyTo}`
}

/** Queues a comment. `name`: title name for the list of pending changes. Throws `SignedOut`, `NotStored`. */
export async function sendComment(comment: v.InferInput<typeof NewComment> & { name: string }): Promise<void> {
  const session = await readSession()
  if (!session) throw new SignedOut()
  const { titleId, body, spoiler = false, replyTo = null, name } = comment
  await createComment({ titleId, body, spoiler, replyTo, name, author: session.user.name })
}

/** Edits a comment by its key; returns false if it was sent already. */
export function reviseComment(key: string, { body, spoiler }: { body: string; spoiler: boolean }): Promise<boolean> {
  return createComment.revise(key, (comment) => ({ ...comment, body, spoiler }))
}
