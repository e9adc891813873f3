import { and, eq, isNull } from 'drizzle-orm'
import { type CommentPage, commentsApi, type NewComment, type OwnComment } from '#contract/comments.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { comments } from '#server/database/schema/comments.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, type Call, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit } from '#server/http/throttle.ts'
import { notify } from '#server/notifications/notify.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { createOnce } from '#server/sync/strategies.ts'
import { commentMessages, fieldMessages, news } from '#server/text/messages.ts'
import { isBanned } from './commentBan.ts'
import {
  type CommentRow,
  countCommentLikes,
  ownComment,
  pageOfComments,
  repliesTo,
  selectComments,
  shownComment,
} from './commentRows.ts'
import { cleanComment } from './commentText.ts'
import { commentsViewer } from './commentViewer.ts'
import { redirectComment } from './mergedTitles.ts'

/** Length of the excerpt in the notification of a reply, in characters. */
const PREVIEW = 140

type CallOfUser = Pick<Call<unknown, unknown, unknown, 'user'>, 'database' | 'clock' | 'user'>

export function serveComments(api: Api): void {
  serve(api, commentsApi.top, async ({ params, query: { page }, database, viewer }) => {
    await requireTitle(database, params.id)
    const user = await viewer()
    const answer = (snapshot: Database) => readPage(snapshot, { titleId: params.id, page, userId: user?.id })
    // The comments and the version of the user's data belong to one moment.
    return user
      ? database.transaction(answer, { isolationLevel: 'repeatable read', accessMode: 'read only' })
      : answer(database)
  })

  const create = mutationHandler(createOnce({ find: findByKey, create: write }), redirectComment)
  serve(api, commentsApi.create, async (call) => {
    const answer = await create(call)
    // After the commit: two users who reply to each other would wait for each other's version counter. A repeated
    // request notifies if the first attempt could not.
    await notifyOfReply(call, answer.data)
    return answer
  })
}

async function readPage(
  database: Database,
  { titleId, page, userId }: { titleId: number; page: number; userId: number | undefined },
): Promise<CommentPage> {
  const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
  const { rows, total } = await pageOfComments(database, titleId, piece)
  const replies = await repliesTo(
    database,
    rows.map(({ id }) => id),
  )
  const all = [...rows, ...replies]
  const likes = await countCommentLikes(
    database,
    all.map(({ id }) => id),
  )
  const repliesOf = new Map<number | null, CommentRow[]>()
  for (const reply of replies) repliesOf.set(reply.replyTo, [...(repliesOf.get(reply.replyTo) ?? []), reply])
  const show = (row: CommentRow) => shownComment(row, likes)
  return {
    data: rows.map((row) => ({ ...show(row), replies: (repliesOf.get(row.id) ?? []).map(show) })),
    meta: pageMeta({ page, perPage: PER_PAGE, total }),
    viewer: userId === undefined ? null : await commentsViewer(database, userId, all),
  }
}

async function notifyOfReply(
  { database, clock, user }: CallOfUser,
  { id, titleId, replyTo, body, spoiler }: OwnComment,
) {
  if (replyTo === null) return
  const [answered] = await database
    .select({ userId: comments.userId, title: cardColumns })
    .from(comments)
    .innerJoin(titles, eq(titles.id, comments.titleId))
    .where(and(eq(comments.id, replyTo), eq(comments.titleId, titleId)))
  if (!answered?.userId || answered.userId === user.id) return
  await notify({ database, clock }, answered.userId, {
    kind: 'reply',
    title: news.reply(user.name),
    body: spoiler ? '' : [...body].slice(0, PREVIEW).join(''),
    path: cardOf(answered.title).path,
    occasion: `reply:${id}`,
  })
}

async function findByKey({ transaction, userId }: Mutation<object, NewComment>, key: string) {
  const [row] = await selectComments(transaction).where(and(eq(comments.userId, userId), eq(comments.key, key)))
  return row && { request: row.request, row: ownComment(row) }
}

async function write({ transaction, userId, body, version, createdAt, now, attempt }: Mutation<object, NewComment>) {
  const text = cleanComment(body.body)
  if (text === undefined) refuse('validation', { errors: { body: [fieldMessages.commentShort] } })
  await requireTitle(transaction, body.titleId)
  if (await isBanned(transaction, userId)) refuse('forbidden', { message: commentMessages.banned })
  if (body.replyTo !== null) await requireTopComment(transaction, body.replyTo, body.titleId)
  // Inside the transaction, so that refused and repeated comments do not count.
  await countAttempt({ database: transaction, clock: () => now }, limits(userId))
  const [made] = await transaction
    .insert(comments)
    .values({
      titleId: body.titleId,
      userId,
      body: text,
      spoiler: body.spoiler,
      replyTo: body.replyTo,
      createdAt: createdAt,
      version,
      key: attempt.key,
      request: attempt.request,
    })
    .returning({ id: comments.id })
  const [row] = await selectComments(transaction).where(eq(comments.id, made?.id ?? 0))
  if (!row) throw new Error('the comment was not written')
  return ownComment(row)
}

/** More than anyone writes; an outbox with more comments continues a minute later. */
function limits(userId: number): Limit[] {
  return [
    { key: `comment:minute:${userId}`, limit: 20, seconds: 60 },
    { key: `comment:hour:${userId}`, limit: 200, seconds: 3600 },
  ]
}

async function requireTopComment(database: Database, id: number, titleId: number): Promise<void> {
  const [found] = await database
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.id, id),
        eq(comments.titleId, titleId),
        isNull(comments.replyTo),
        isNull(comments.hiddenAt),
        isNull(comments.deletedAt),
      ),
    )
  if (!found) refuse('validation', { errors: { replyTo: [fieldMessages.replyTo] } })
}
