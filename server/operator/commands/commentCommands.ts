import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { users } from '#server/database/schema/account.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { commentReports, comments } from '#server/database/schema/comments.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'

/** How many comments `comments reported` shows. */
const REPORTED_MAX = 50

/** `comments reported`: visible comments that users reported, those with the most reports first. */
export const listReported = defineCommand(v.strictObject({}), async ({ connection }) => {
  const reports = count()
  const reported = await connection.database
    .select({
      id: comments.id,
      reports,
      reasons: sql<string>`string_agg(distinct ${commentReports.reason}, ', ')`,
      title: titles.titleFa,
      author: sql<string>`coalesce(${users.name}, ${comments.author}, '')`,
      body: comments.body,
    })
    .from(commentReports)
    .innerJoin(comments, eq(comments.id, commentReports.commentId))
    .innerJoin(titles, eq(titles.id, comments.titleId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(and(isNull(comments.deletedAt), isNull(comments.hiddenAt)))
    .groupBy(comments.id, titles.titleFa, users.name)
    .orderBy(desc(reports), desc(comments.id))
    .limit(REPORTED_MAX)
  return { comments: reported }
})

/** `comments hide ID` and `comments restore ID`: what the operator hides is shown as deleted; its replies stay. */
export const hideComment = defineCommand(
  v.strictObject({ id: v.pipe(v.number(), v.integer(), v.minValue(1)), isHidden: v.boolean() }),
  async ({ connection, clock }, { id, isHidden }) => {
    const [changed] = await connection.database
      .update(comments)
      .set({ hiddenAt: isHidden ? clock() : null })
      .where(eq(comments.id, id))
      .returning({ id: comments.id, body: comments.body })
    if (!changed) throw new CommandError(`There is no comment ${id}.`)
    return { ...changed, isHidden }
  },
)
