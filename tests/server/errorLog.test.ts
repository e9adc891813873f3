import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reportError } from '#server/platform/reportError.ts'
import { databaseKinds, startServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

describe.each(databaseKinds)('the error log on %s', (database) => {
  test('contains the cause of a failed query, and no personal data', async () => {
    const server = await startServer({ database })
    await server.database.execute(sql`alter table users add constraint planted check (name <> 'نام کاشته')`)
    const caught = catchLog('debug')
    const [name, email, password] = ['نام کاشته', 'planted@parde.example', 'planted horse 1405']
    const form = { name, email, password, passwordConfirmation: password }
    const { status } = await server.createGuest().post('/api/sanc/register', form)
    await server.database.execute(sql`alter table users drop constraint planted`)
    expect(status).toBe(500)
    const log = caught.text()
    expect(log).toContain('POST /api/sanc/register')
    expect(log).toContain('23514')
    expect(log).toContain('planted')
    expect(log).toContain('account.ts')
    for (const secret of [name, email, password, 'scrypt$']) expect(log).not.toContain(secret)
    await server.close()
  })

  test('contains no value that PostgreSQL quotes', async () => {
    const server = await startServer({ database })
    const caught = catchLog('debug')
    const failed = await server.database
      .execute(sql`select ${'planted@parde.example'}::text::integer`)
      .catch((error) => error)
    reportError('A test failed', new Error('outer', { cause: failed }))
    const log = caught.text()
    expect(log).toContain('22P02')
    expect(log).not.toContain('planted@')
    await server.close()
  })
})
