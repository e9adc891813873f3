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

/** What everybody wrote about a title, newest first. */
export function topComments(titleId: number, page = 1): Read<CommentPage> {
  return read({
    key: ['titles', 'comments', titleId, page],
    shape: CommentPage,
    // A copy the browser kept may be older than a comment of one's own.
    fetch: (options) =>
      call(commentsApi.top, { params: { id: titleId }, query: { page } }, { ...options, revalidate: true }),
  })
}

/** A comment as it is shown. Own ones that wait have no id yet; `key` names one for as long as it is on the screen. */
export interface ShownComment extends Omit<Comment, 'id' | 'replies'> {
  id: number | undefined
  key: string
  own: boolean
  /** waits to be sent */
  pending: boolean
  /** nothing was sent yet: it can still be changed or taken back */
  editable: boolean
  replies: ShownComment[]
}

/** For the engine and the fold; screens call `sendComment`. */
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

/** Where the unsent text of a comment on a title, or of an answer to one, is kept. */
export function commentDraft(titleId: number, replyTo: number | null = null): string {
  return replyTo === null ? `comment:${titleId}` : `comment:${titleId}:${replyTo}`
}

/** Writes a comment. `name`: of the title, for the list of waiting changes. Throws `SignedOut`, `NotStored`. */
export async function sendComment(comment: v.InferInput<typeof NewComment> & { name: string }): Promise<void> {
  const session = await readSession()
  if (!session) throw new SignedOut()
  const { titleId, body, spoiler = false, replyTo = null, name } = comment
  await createComment({ titleId, body, spoiler, replyTo, name, author: session.user.name })
}

/** Changes a comment that was not sent yet, by its key; answers false when it is too late for that. */
export function reviseComment(key: string, { body, spoiler }: { body: string; spoiler: boolean }): Promise<boolean> {
  return createComment.revise(key, (comment) => ({ ...comment, body, spoiler }))
}

/** One's own comments on a title: those the server has taken, and those that wait. */
export interface OwnComments {
  taken: CommentRow[]
  waiting: ShownComment[]
}

export async function ownComments(titleId: number): Promise<OwnComments> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return { taken: [], waiting: [] }
  return database.transaction('r', database.comments, database.outbox, async () => {
    const taken = await database.comments.where('titleId').equals(titleId).toArray()
    const entries = await database.outbox.where('entity').startsWith(`comment:${titleId}:`).sortBy('seq')
    const waiting = entries.filter(isPending).flatMap((entry) => {
      const [shown] = createComment.applyEntry([], entry)
      return shown ? [{ ...shown, editable: wasNeverSent(entry) }] : []
    })
    return { taken, waiting }
  })
}

/**
 * A page of everybody's comments, which came at `at`, with one's own laid over it and none of them twice. A sending of
 * unknown outcome may have arrived: what stands on the page word for word is that one. What the server took before the
 * page was asked for and the page does not have, although it would be on it, is gone.
 */
export function mergeComments(
  { data, meta }: CommentPage,
  at: number,
  { taken, waiting }: OwnComments,
): ShownComment[] {
  const mine = new Map(taken.map((row) => [row.id, row]))
  const open = [...waiting]
  const show = ({ id, ...comment }: Omit<Comment, 'replies'>, replies: Omit<Comment, 'replies'>[]): ShownComment => {
    const own = mine.get(id)
    mine.delete(id)
    const twin = own ? -1 : open.findIndex((one) => !one.editable && isSame(one, comment))
    const [arrived] = twin < 0 ? [] : open.splice(twin, 1)
    return {
      ...comment,
      id,
      key: own?.key ?? arrived?.key ?? String(id),
      own: own !== undefined || arrived !== undefined,
      pending: arrived !== undefined,
      editable: false,
      replies: replies.map((reply) => show(reply, [])),
    }
  }
  const shown = data.map(({ replies, ...comment }) => show(comment, replies))
  const oldest = shown.at(-1)?.createdAt
  const reaches = (createdAt: string) =>
    meta.currentPage >= meta.lastPage || (oldest !== undefined && Date.parse(createdAt) >= Date.parse(oldest))
  const news = [...mine.values()]
    .filter((row) => row.at > at - MAX_CALL_DURATION || (row.replyTo === null && !reaches(row.createdAt)))
    .map(({ version: _, at: __, ...row }): ShownComment => ({ ...row, ...TAKEN, replies: [] }))
  for (const comment of [...news, ...open]) {
    if (comment.replyTo !== null) shown.find(({ id }) => id === comment.replyTo)?.replies.push(comment)
    else if (meta.currentPage === 1) shown.unshift(comment)
  }
  return shown
}

const TAKEN = { own: true, pending: false, editable: false }

function isSame(one: ShownComment, other: Omit<Comment, 'id' | 'replies'>): boolean {
  return one.author === other.author && plain(one.body) === plain(other.body) && one.replyTo === other.replyTo
}

/** The server tidies texts. */
function plain(text: string): string {
  return text
    .normalize()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
}
