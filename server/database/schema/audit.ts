import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'

/** Changes that operators made with their program. Rows are never changed or deleted. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    changedAt: time('changed_at').notNull(),
    /** account of the host that ran the program */
    operator: text('operator').notNull(),
    /** name of the command */
    command: text('command').notNull(),
    /** what was changed, as a kind and a number: `title 68646` */
    subject: text('subject').notNull(),
    /** the changed facts as they were; null for something new */
    before: jsonb('before').$type<object>(),
    /** the changed facts as they are; null for something removed */
    after: jsonb('after').$type<object>(),
  },
  (table) => [index('audit_log_subject').on(table.subject, table.id)],
)
