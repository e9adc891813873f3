import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseKinds, release, takeDatabase } from '#tests/harness/database/testDatabase.ts'

test.each(databaseKinds)('an index of every table of users’ rows leads with the user, on %s', async (kind) => {
  const connection = await takeDatabase(kind)
  // Tables of the tests have no foreign key.
  const { rows } = await connection.database.execute<{ name: string; leads: boolean }>(sql`
    select relname as name, exists (
      select from pg_index where indrelid = attrelid and indkey[0] = attnum and indpred is null
    ) as leads
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'user_id' and relkind = 'r' and exists (
      select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any (conkey)
    )`)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ leads }) => !leads).map(({ name }) => name)).toEqual([])
  await release(kind, connection)
})
