import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Condition for a column to be one of these integers: one parameter, however many there are. */
export function isOneOf(column: PgColumn | SQL, ids: Iterable<number>): SQL {
  return sql`${column} = any (${`{${[...ids].join()}}`}::integer[])`
}
