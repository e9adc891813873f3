import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Connection, connectServer } from '#server/database/connect.ts'
import { errorResponse } from '#server/http/errorResponse.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { startTcpProxy, type TcpProxy } from '#tests/harness/network/tcpProxy.ts'
import { catchLog } from '#tests/harness/serverLog.ts'
import { within } from '#tests/harness/within.ts'

/** A silent database may cost this much, in ms. */
const OUTAGE = 20_000

describe.runIf(process.env.TEST_DATABASE_URL)('a PostgreSQL database behind a failing network', () => {
  let proxy: TcpProxy
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    catchLog()
    const empty = await createEmptyDatabase()
    drop = empty.drop
    const address = new URL(empty.url)
    proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port || 5432) })
    address.host = `127.0.0.1:${proxy.port}`
    url = address.href
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await proxy.close()
    await drop()
  })

  const read = ({ database }: Pick<Connection, 'database'>) => database.execute(sql`select 1`)
  const write = ({ database }: Pick<Connection, 'database'>) =>
    database.transaction((transaction) => transaction.execute(sql`select 1`))

  test(
    'that goes silent answers every call with 503 within 20 s and is used again 20 s after its return',
    async () => {
      const connection = await connectServer(url)
      const messages: (string | undefined)[] = []
      const stop = await connection.listen('news', (message) => messages.push(message))
      await Promise.all(Array.from({ length: 20 }, () => write(connection)))

      proxy.silence()
      const app = new Hono()
      app.onError(errorResponse)
      app.get('/read', async (http) => http.json(await read(connection)))
      app.get('/write', async (http) => http.json(await write(connection)))
      const calls = Array.from({ length: 60 }, (_, at) => app.request(at % 2 === 0 ? '/read' : '/write'))
      const answers = await within(OUTAGE, Promise.all(calls))
      expect(answers?.map(({ status }) => status)).toEqual(calls.map(() => 503))

      proxy.restore()
      const all = Array.from({ length: 20 }, () => [read(connection), write(connection)]).flat()
      expect(await within(OUTAGE, Promise.all(all))).toHaveLength(40)
      await expect.poll(() => messages, { timeout: 2 * OUTAGE }).toContain(undefined)
      await connection.database.execute(sql`select pg_notify('news', 'heard again')`)
      await expect.poll(() => messages).toContain('heard again')
      await stop()
      await connection.close()
    },
    6 * OUTAGE,
  )

  test(
    'cancels a statement that takes too long, except in exclusive work',
    async () => {
      const connection = await connectServer(url)
      const slow = sql`select pg_sleep(11)`
      const outcomes = await Promise.allSettled([
        connection.database.execute(slow),
        connection.exclusively(({ database }) => database.transaction((transaction) => transaction.execute(slow))),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      await connection.close()
    },
    2 * OUTAGE,
  )

  test('loses no connection of the pool when the beginnings of transactions fail', async () => {
    const connection = await connectServer(url)
    for (let nth = 0; nth < 25; nth++) {
      proxy.breakOn('begin')
      await expect(write(connection)).rejects.toThrow()
    }
    await write(connection)
    await connection.close()
  })

  test.each(['first statement', 'commit'])('that breaks in a transaction (%s) answers with 503', async (text) => {
    const connection = await connectServer(url)
    const app = new Hono()
    app.onError(errorResponse)
    app.get('/', async (http) => {
      await connection.database.transaction(async (transaction) => {
        await transaction.execute(sql`select 1 /* first statement */`)
        await transaction.execute(sql`select 2`)
      })
      return http.text('fine')
    })
    proxy.breakOn(text)
    expect((await app.request('/')).status).toBe(503)
    expect((await app.request('/')).status).toBe(200)
    await connection.close()
  })

  test('that accepts no writes, as a standby before its promotion, answers with 503', async () => {
    const connection = await connectServer(url)
    const app = new Hono()
    app.onError(errorResponse)
    app.get('/', async (http) => {
      await connection.database.transaction((transaction) => transaction.execute(sql`create table written ()`), {
        accessMode: 'read only',
      })
      return http.text('fine')
    })
    expect((await app.request('/')).status).toBe(503)
    await connection.close()
  })

  test('that breaks the first connection for notifications makes the start fail with a plain error', async () => {
    const connection = await connectServer(url)
    proxy.breakOn('listen')
    await expect(connection.listen('news', () => undefined)).rejects.toThrow(/ECONNRESET|terminated/)
    await connection.close()
  })
})
