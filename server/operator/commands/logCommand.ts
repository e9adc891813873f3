import { desc, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { auditLog } from '#server/database/schema/audit.ts'
import { defineCommand } from '#server/operator/command.ts'

/** `log`: what operators changed, the latest first; of one record with a subject such as `title 68646`. */
export const showLog = defineCommand(
  v.strictObject({
    subject: v.optional(v.string()),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
  async ({ connection: { database } }, { subject, count }) => {
    const rows = await database
      .select()
      .from(auditLog)
      // A picture or an episode of a title belongs to its log too.
      .where(
        subject === undefined
          ? undefined
          : sql`${auditLog.subject} = ${subject} or starts_with(${auditLog.subject}, ${`${subject} `})`,
      )
      .orderBy(desc(auditLog.id))
      .limit(count)
    return {
      changes: rows.map(({ changedAt, operator, command, subject, before, after }) => ({
        ...{ changedAt, operator, command, subject },
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      })),
    }
  },
)
