import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time } from './columns.ts'

/** Work for any process of the server: a row per letter to send, and one per periodic job. */
export const jobs = pgTable(
  'jobs',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** names the function that runs it */
    kind: text('kind').notNull(),
    /** what it is about, without secrets; null for a periodic job */
    facts: jsonb('facts'),
    /** when it was due first; failures do not move it */
    since: time('since').notNull(),
    /** earliest run; while a process runs the job, the end of its lease */
    dueAt: time('due_at').notNull(),
    /** failed runs since the last successful one */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('jobs_due').on(table.kind, table.dueAt),
    uniqueIndex('jobs_periodic').on(table.kind).where(sql`facts is null`),
  ],
)
