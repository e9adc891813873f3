import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectServer, type Database } from '#server/database/connect.ts'

const server = process.env.TEST_DATABASE_URL

/** The prepared statements of this connection. */
async function plansOf(transaction: Database): Promise<string[]> {
  const { rows } = await transaction.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements where statement like '%planning test%'`,
  )
  return rows.map(({ statement }) => statement)
}

test.runIf(server)('prepares repeated statements inside of transactions and none outside', async () => {
  const { database, close } = await connectServer(server ?? '')
  const inside = (transaction: Database, value: number) =>
    transaction.execute<{ value: number }>(sql`select ${value}::int as value /* planning test, inside */`)
  try {
    for (let value = 0; value < 10; value++)
      await database.execute(sql`select ${value}::int as value /* planning test, outside */`)
    await database.transaction(async (transaction) => {
      expect(await plansOf(transaction)).toEqual([])
      for (let value = 0; value < 10; value++) {
        const { rows } = await inside(transaction, value)
        expect(rows).toEqual([{ value }])
      }
      expect(await plansOf(transaction)).toEqual(['select $1::int as value /* planning test, inside */'])
    })
    // The connection state is reset however a transaction ends.
    await expect(
      database.transaction(async (transaction) => {
        await transaction.transaction((inner) => inside(inner, 1))
        await transaction.execute(sql`select 1 / 0`)
      }),
    ).rejects.toThrow()
    await database.transaction(async (transaction) => {
      expect((await inside(transaction, 7)).rows).toEqual([{ value: 7 }])
      expect(await plansOf(transaction)).toHaveLength(1)
    })
  } finally {
    await close()
  }
})

test.runIf(server)('limits the number of prepared statements', async () => {
  const { database, close } = await connectServer(server ?? '')
  try {
    await database.transaction(async (transaction) => {
      for (let text = 0; text < 250; text++)
        for (let times = 0; times < 5; times++)
          await transaction.execute(sql.raw(`select ${text} as value /* planning test */ where 1 = 1`))
      expect((await plansOf(transaction)).length).toBeLessThanOrEqual(200)
    })
  } finally {
    await close()
  }
})
