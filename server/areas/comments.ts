import { and, asc, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { COMMENT_MIN, type Comment, commentsApi, type NewComment, type OwnComment } from '#contract/comments.ts'
import { PER_PAGE } from '#contract/limits.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { comments } from '#server/database/schema/personal.ts'
import { cleanText, isVisible } from '#server/http/cleanText.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, type Call, serve } from '#server/http/serve.ts'
import { countAttempt, type Limit } from '#server/http/throttle.ts'
import { notify } from '#server/notifications/notify.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { createOnce } from '#server/sync/strategies.ts'
import { fieldMessages, news } from '#server/text/messages.ts'

/** Number of replies returned with a comment, oldest first. */
const REPLIES_SHOWN = 200

/** Length of the excerpt in the notification of a reply, in characters. */
const PREVIEW = 140

type CallOfUser = Pick<Call<unknown, unknown, unknown, 'user'>, 'database' | 'clock' | 'user'>

export function serveComments(api: Api): void {
  serve(api, commentsApi.top, async ({ params, query, database }) => {
    await requireTitle(database, params.id)
    const isTop = and(eq(comments.titleId, params.id), isNull(comments.replyTo))
    const rows = await written(database)
      .where(isTop)
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(PER_PAGE)
      .offset((query.page - 1) * PER_PAGE)
    const [all] = await database.select({ total: count() }).from(comments).where(isTop)
    const replies = await repliesTo(
      database,
      rows.map((row) => row.id),
    )
    return {
      data: rows.map((row) => ({ ...shown(row), replies: replies.get(row.id) ?? [] })),
      meta: pageMeta({ page: query.page, perPage: PER_PAGE, total: all?.total ?? 0 }),
    }
  })

  const create = mutationHandler(createOnce({ find: findByKey, create: write }))
  serve(api, commentsApi.create, async (call) => {
    const answer = await create(call)
    // After the commit: two users who reply to each other would wait for each other's version counter. A repeated
    // request notifies if the first attempt could not.
    await notifyOfReply(call, answer.data)
    return answer
  })
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
  const [row] = await written(transaction).where(and(eq(comments.userId, userId), eq(comments.key, key)))
  return row && { request: row.request, row: own(row) }
}

async function write({ transaction, userId, body, version, createdAt, now, attempt }: Mutation<object, NewComment>) {
  const text = cleanText(body.body)
  if ([...text].length < COMMENT_MIN || !isVisible(text)) {
    refuse('validation', { errors: { body: [fieldMessages.commentShort] } })
  }
  await requireTitle(transaction, body.titleId)
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
  const [row] = await written(transaction).where(eq(comments.id, made?.id ?? 0))
  if (!row) throw new Error('the comment was not written')
  return own(row)
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
    .where(and(eq(comments.id, id), eq(comments.titleId, titleId), isNull(comments.replyTo)))
  if (!found) refuse('validation', { errors: { replyTo: [fieldMessages.replyTo] } })
}

function written(database: Database) {
  return database
    .select({
      id: comments.id,
      titleId: comments.titleId,
      author: sql<string>`coalesce(${users.name}, ${comments.author}, '')`,
      body: comments.body,
      spoiler: comments.spoiler,
      createdAt: comments.createdAt,
      replyTo: comments.replyTo,
      version: comments.version,
      request: comments.request,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
}

type Row = Awaited<ReturnType<typeof written>>[number]

async function repliesTo(database: Database, ids: number[]): Promise<Map<number, Comment['replies']>> {
  const replies = new Map<number, Comment['replies']>()
  const order = [asc(comments.createdAt), asc(comments.id)] as const
  const numbered = database
    .select({
      id: comments.id,
      ordinal: sql<number>`row_number() over (partition by ${comments.replyTo} order by ${order[0]}, ${order[1]})`.as(
        'ordinal',
      ),
    })
    .from(comments)
    .where(inArray(comments.replyTo, ids))
    .as('numbered')
  const first = database.select({ id: numbered.id }).from(numbered).where(lte(numbered.ordinal, REPLIES_SHOWN))
  const rows = await written(database)
    .where(inArray(comments.id, first))
    .orderBy(...order)
  for (const row of rows) replies.set(row.replyTo ?? 0, [...(replies.get(row.replyTo ?? 0) ?? []), shown(row)])
  return replies
}

function shown({ version: _, request: __, ...row }: Row): Comment['replies'][number] {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

function own(row: Row): OwnComment {
  return { ...shown(row), version: row.version }
}
