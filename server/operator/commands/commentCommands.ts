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
  ({ connection, clock }, { id, isHidden }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const [found] = await transaction.select().from(comments).where(eq(comments.id, id)).for('update')
      if (!found) throw new CommandError(`There is no comment ${id}.`)
      await transaction
        .update(comments)
        .set({ hiddenAt: isHidden ? clock() : null })
        .where(eq(comments.id, id))
      await audit(transaction, {
        subject: `comment ${id}`,
        before: { isHidden: found.hiddenAt !== null },
        after: { isHidden },
      })
      return { id, body: found.body, isHidden }
    }),
)
