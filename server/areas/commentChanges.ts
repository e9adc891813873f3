import { and, eq, inArray, isNotNull, lt, ne } from 'drizzle-orm'
import { type CommentChange, commentsApi } from '#contract/comments.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { comments } from '#server/database/schema/comments.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { BatchedChange, Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { desiredState } from '#server/sync/strategies.ts'
import { commentMessages, fieldMessages } from '#server/text/messages.ts'
import { isBanned } from './commentBan.ts'
import { type CommentRow, ownComment, selectComments } from './commentRows.ts'
import { cleanComment } from './commentText.ts'

/** The text of a deleted comment can be restored for this long, in ms: the longest time that a change may be late. */
const TEXT_RETENTION = 30 * 86_400_000

/** Mounts the call that edits, deletes and restores an own comment. */
export function serveCommentChanges(api: Api): void {
  serve(
    api,
    commentsApi.change,
    mutationHandler(
      desiredState({
        entity: ({ id }) => `own-comment:${id}`,
        load,
        apply,
        // The whole row is read under the lock of the version counter, so it is true as of this version.
        present: ({ version }, row) => ({ ...ownComment(row), version }),
      }),
    ),
  )
}

type ChangeMutation = Mutation<{ id: number }, CommentChange>

/** Comments of other users are "not found", so that ids reveal nothing. */
async function load(mutations: ChangeMutation[]): Promise<(CommentRow | Refusal)[]> {
  const [mutation] = mutations
  if (!mutation) return []
  const ids = mutations.map(({ params }) => params.id)
  const rows = await selectComments(mutation.transaction).where(
    and(eq(comments.userId, mutation.userId), inArray(comments.id, ids)),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const banned = await isBanned(mutation.transaction, mutation.userId)
  return mutations.map(({ params, body }) => {
    const row = found.get(params.id)
    if (!row) return new Refusal('not_found', {})
    if (banned && !body.deleted) return new Refusal('forbidden', { message: commentMessages.banned })
    if (body.deleted || cleanComment(body.body ?? '') !== undefined) return row
    return new Refusal('validation', { errors: { body: [fieldMessages.commentShort] } })
  })
}

async function apply(
  changes: BatchedChange<ChangeMutation['params'], CommentChange, CommentRow>[],
): Promise<CommentRow[]> {
  const after: CommentRow[] = []
  for (const { mutation, state } of changes) after.push(await change(mutation, state))
  return after
}

async function change(
  { transaction, version, body, createdAt, now }: ChangeMutation,
  row: CommentRow,
): Promise<CommentRow> {
  const next = body.deleted ? { deletedAt: row.deletedAt ?? now } : { deletedAt: null, ...textOf(body, row, createdAt) }
  await transaction
    .update(comments)
    .set({ ...next, version })
    .where(eq(comments.id, row.id))
  return { ...row, ...next, version }
}

/** A comment restored with the same text does not count as edited. */
function textOf({ body = '', spoiler }: CommentChange, row: CommentRow, createdAt: Date) {
  const text = cleanComment(body) ?? row.body
  const isEdited = text !== row.body && row.body !== ''
  return { body: text, spoiler, editedAt: isEdited || spoiler !== row.spoiler ? createdAt : row.editedAt }
}

/** Erases the texts of comments that were deleted long ago. The rows stay, and with them the keys and the replies. */
export async function eraseDeletedComments({ database, clock }: DatabaseContext): Promise<void> {
  await database
    .update(comments)
    .set({ body: '' })
    .where(
      and(
        isNotNull(comments.deletedAt),
        lt(comments.deletedAt, new Date(clock().getTime() - TEXT_RETENTION)),
        ne(comments.body, ''),
      ),
    )
}
