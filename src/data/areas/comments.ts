import * as v from 'valibot'
import { Comment, commentsApi, NewComment } from '#contract/comments.ts'
import { page as pageOf } from '#contract/shapes.ts'
import { isPending, wasNeverSent } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { CommentRow } from '#data/database/rows.ts'
import { readSession, SignedOut } from '#data/database/session.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { ask, call, MAX_CALL_DURATION } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putNewer } from '#data/sync/pull.ts'

const CommentPage = pageOf(Comment)
export type CommentPage = v.InferOutput<typeof CommentPage>

/** Comments of all users on a title, newest first. */
export function topComments(titleId: number, page = 1): Read<CommentPage> {
  return read({
    key: ['titles', 'comments', titleId, page],
    shape: CommentPage,
    // The browser's HTTP cache may be older than the user's own comment.
    fetch: (options) =>
      call(commentsApi.top, { params: { id: titleId }, query: { page } }, { ...options, revalidate: true }),
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
  replies: ShownComment[]
}

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
      ...{ id: undefined, key, own: true, pending: true, editable: true, replies: [] },
      ...{ titleId, body, spoiler, replyTo, author, createdAt: new Date(createdAt).toISOString() },
    },
  ],
  request: ({ titleId, body, spoiler, replyTo }) =>
    ask(commentsApi.create, { body: { titleId, body, spoiler, replyTo } }),
  tables: ['comments'],
  store: ({ comments }, { data }, _, { key }) =>
    putNewer(comments, [{ ...data, key, at: clock.now() }], ({ id }) => id),
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

/** Own comments on a title: acknowledged by the server, and pending. */
export interface OwnComments {
  acknowledged: CommentRow[]
  pending: ShownComment[]
}

export async function ownComments(titleId: number): Promise<OwnComments> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return { acknowledged: [], pending: [] }
  return database.transaction('r', database.comments, database.outbox, async () => {
    const acknowledged = await database.comments.where('titleId').equals(titleId).toArray()
    const entries = await database.outbox.where('entity').startsWith(`comment:${titleId}:`).sortBy('seq')
    const pending = entries.filter(isPending).flatMap((entry) => {
      const [shown] = createComment.applyEntry([], entry)
      return shown ? [{ ...shown, editable: wasNeverSent(entry) }] : []
    })
    return { acknowledged, pending }
  })
}

/**
 * Merges a page of comments, fetched at `at`, with the user's own, each shown once. A delivery with unknown outcome may
 * have arrived: a comment on the page with the same text is then that comment.
 * Drops an acknowledged comment as deleted if the page was requested after it was stored and should contain it.
 */
export function mergeComments(
  { data, meta }: CommentPage,
  at: number,
  { acknowledged, pending }: OwnComments,
): ShownComment[] {
  const ownById = new Map(acknowledged.map((row) => [row.id, row]))
  const unmatched = [...pending]
  const show = ({ id, ...comment }: Omit<Comment, 'replies'>, replies: Omit<Comment, 'replies'>[]): ShownComment => {
    const acknowledgedRow = ownById.get(id)
    ownById.delete(id)
    const match = acknowledgedRow ? -1 : unmatched.findIndex((one) => !one.editable && hasSameText(one, comment))
    const [arrived] = match < 0 ? [] : unmatched.splice(match, 1)
    return {
      ...comment,
      id,
      key: acknowledgedRow?.key ?? arrived?.key ?? String(id),
      own: acknowledgedRow !== undefined || arrived !== undefined,
      pending: arrived !== undefined,
      editable: false,
      replies: replies.map((reply) => show(reply, [])),
    }
  }
  const shown = data.map(({ replies, ...comment }) => show(comment, replies))
  const oldest = shown.at(-1)?.createdAt
  const isOnPage = (createdAt: string) =>
    meta.currentPage >= meta.lastPage || (oldest !== undefined && Date.parse(createdAt) >= Date.parse(oldest))
  const notOnPage = [...ownById.values()]
    .filter((row) => row.at > at - MAX_CALL_DURATION || (row.replyTo === null && !isOnPage(row.createdAt)))
    .map(({ version: _, at: __, ...row }): ShownComment => ({ ...row, ...ACKNOWLEDGED, replies: [] }))
  for (const comment of [...notOnPage, ...unmatched]) {
    if (comment.replyTo !== null) shown.find(({ id }) => id === comment.replyTo)?.replies.push(comment)
    else if (meta.currentPage === 1) shown.unshift(comment)
  }
  return shown
}

const ACKNOWLEDGED = { own: true, pending: false, editable: false }

function hasSameText(one: ShownComment, other: Omit<Comment, 'id' | 'replies'>): boolean {
  return one.author === other.author && normalize(one.body) === normalize(other.body) && one.replyTo === other.replyTo
}

/** Normalizes whitespace and control characters like the server. */
function normalize(text: string): string {
  return text
    .normalize()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
}
