import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { openReplica, type Replica } from '#server/catalogue/replica.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { type Connection, connectServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { newVapidKey } from '#server/notifications/push/vapid.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { seedPlans } from '#server/premium/plans.ts'
import { startBuiltServer } from '#tests/harness/builtServer.ts'
import { createNode, type PostgresNode } from '#tests/harness/database/postgresNode.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { startServer, type TestServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

/** Two PostgreSQL servers and a catalogue take seconds, on a busy machine far longer. In ms. */
const SLOW = 240_000
/** A stopped replica is noticed at the next read, and used again at most this long after its return, in ms. */
const NOTICED = 30_000
/** Longer than the server waits for the replica, in ms. */
const SILENCE = 6_000
const UNUSED = 'The replica is not used: the catalogue is read from the primary'
const GODFATHER = 68646
/** Processes without a folder in common have to be given the same keys. */
const KEYS = { APP_SECRET: 'the same secret for all processes of one server', VAPID_PRIVATE_KEY: newVapidKey() }
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'wal_retrieve_retry_interval=100ms']

describe.runIf(process.env.TEST_DATABASE_URL)('a replica of the database', () => {
  let home: string
  let primary: PostgresNode
  let standby: PostgresNode
  let connection: Connection
  let replica: Replica
  let server: TestServer
  let metrics: ReturnType<typeof createMetrics>
  let log: ReturnType<typeof catchLog>

  const urlOf = (node: PostgresNode, name = 'postgres') => `postgres://parde@127.0.0.1:${node.port}/${name}`
  async function onStandby(statement: string) {
    const client = new pg.Client({ connectionString: urlOf(standby) })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
  async function reads(): Promise<Record<string, number>> {
    const text = await (await metrics.respond()).text()
    const found = text.matchAll(/^parde_replica_reads_total\{result="(\w+)"\} (\d+)/gm)
    return Object.fromEntries([...found].map(([, result = '', count]) => [result, Number(count)]))
  }
  /** Reads of the catalogue by result, during an action. */
  async function readsDuring(act: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await reads()
    await act()
    const changes = Object.entries(await reads()).map(([result, count]) => [result, count - (before[result] ?? 0)])
    return Object.fromEntries(changes.filter(([, count]) => count !== 0))
  }
  async function rename(titleFa: string) {
    await connection.database.transaction(async (transaction) => {
      await transaction.update(titles).set({ titleFa, updatedAt: new Date() }).where(eq(titles.id, GODFATHER))
      await recordChange(transaction)
    })
  }
  const show = async () => (await server.createGuest().get(`/api/titles/${GODFATHER}`)).json.data
  const untilUsed = () => expect.poll(() => readsDuring(show), { timeout: NOTICED }).toEqual({ used: 1 })

  beforeAll(async () => {
    home = mkdtempSync('/tmp/parde-replica-')
    // PostgreSQL runs under another account than root.
    chmodSync(home, 0o711)
    primary = await createNode(join(home, 'a'), SETTINGS)
    standby = await createNode(join(home, 'b'), SETTINGS)
    primary.create()
    await primary.start()
    connection = await connectServer(urlOf(primary))
    await migrate(connection)
    await seedCatalogue(connection, readCatalogue())
    await seedPlans(connection.database)
    await standby.copy(primary.port)
    await standby.start()
  }, SLOW)
  afterAll(async () => {
    await connection?.close()
    await Promise.all([primary, standby].map((node) => node?.end('SIGQUIT')))
    rmSync(home, { recursive: true, force: true })
  }, SLOW)

  beforeEach(async () => {
    log = catchLog()
    metrics = createMetrics()
    replica = await openReplica({ url: urlOf(standby), primary: connection.database, metrics })
    server = await startServer({
      connection: { ...connection, close: async () => undefined },
      metrics,
      queryCatalogue: replica.query,
    })
    if (!standby.isRunning()) await standby.start()
    await untilUsed()
  }, SLOW)
  afterEach(async () => {
    await server.close()
    await replica.close()
  })

  test('answers every public read of the catalogue, and none of them writes', async () => {
    const member = await server.createUser()
    const { json } = await member.get(`/api/titles/${GODFATHER}`)
    const [director] = json.data.directors
    const collection = json.data.collection.id
    const paths = [
      '/api/titles/search?q=godfather',
      '/api/titles/search?q=godfahter',
      '/api/titles/search?genre=1&order_by=rating',
      '/api/titles/slideshow?type=all',
      '/api/titles/comingsoon',
      `/api/titles/${GODFATHER}`,
      `/api/titles/${GODFATHER}/similar`,
      `/api/titles/${GODFATHER}/director-titles`,
      `/api/titles/${GODFATHER}/screenshots`,
      `/api/titles?ids=${GODFATHER}`,
      '/api/people/search?q=pacino',
      `/api/people/${director.id}`,
      '/api/genres',
      '/api/genres/tiles',
      '/api/genres/1',
      '/api/collections',
      `/api/collections/${collection}`,
      `/api/collections/${collection}/titles`,
    ]
    for (const path of paths) {
      const during = await readsDuring(async () => expect((await member.get(path)).status, path).toBe(200))
      expect(during, path).toEqual({ used: 1 })
    }
    expect(log.lines()).toEqual([])
  })

  test('accepts no write', async () => {
    const writing = replica.database.execute(sql`update titles set votes = 0`)
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  test('is not read for users, whose own changes are seen while replay is paused', async () => {
    await onStandby('select pg_wal_replay_pause()')
    const member = await server.createUser()
    await member.post(`/api/user/like/${GODFATHER}`, {})
    await member.post(`/api/user/watchlist/${GODFATHER}`, { saved: true })
    const { data } = (await member.get(`/api/titles/${GODFATHER}`)).json
    expect(data).toMatchObject({ likes: 1, viewer: { saved: true, liked: true } })
    expect((await member.get(`/api/titles?ids=${GODFATHER}`)).json.data[0].title.likes).toBe(1)
    expect((await member.get('/api/user/watchlist')).json.meta.total).toBe(1)
    expect((await readsDuring(show)).used).toBe(1)
    await onStandby('select pg_wal_replay_resume()')
  })

  test('with paused replay never shows a title as it was before a change', async () => {
    await show()
    await onStandby('select pg_wal_replay_pause()')
    await rename('نام تازه')
    expect(await readsDuring(async () => expect((await show()).titleFa).toBe('نام تازه'))).toEqual({ behind: 1 })
    await onStandby('select pg_wal_replay_resume()')
    await untilUsed()
    expect((await show()).titleFa).toBe('نام تازه')
    expect(log.lines()).toEqual([])
  })

  test('that stops is replaced by the primary and is used again after its return', async () => {
    await standby.end('SIGQUIT')
    for (let nth = 0; nth < 3; nth++) expect((await show()).id).toBe(GODFATHER)
    const aboutReplica = () => log.lines().flatMap(({ msg }) => (/^The replica/.test(String(msg)) ? [msg] : []))
    expect(aboutReplica()).toEqual([UNUSED])
    await standby.start()
    await untilUsed()
    expect(aboutReplica()).toEqual([UNUSED, 'The replica is used again'])
  })

  test('that is silent does not keep a call waiting until it answers again', async () => {
    let isSilent = true
    const silence = standby.freeze(SILENCE).then(() => {
      isSilent = false
    })
    expect(await readsDuring(show)).toEqual({ failed: 1 })
    expect(isSilent).toBe(true)
    await silence
    await untilUsed()
  })

  test('that breaks a connection in the middle of a read costs no failed call', async () => {
    const read = replica.query(async (database) => {
      const { rows } = await database.execute<{ isReplica: boolean }>(sql`select pg_is_in_recovery() as "isReplica"`)
      if (rows[0]?.isReplica) await database.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      return rows[0]?.isReplica
    })
    expect(await readsDuring(() => read)).toEqual({ failed: 1 })
    expect(await read).toBe(false)
    expect(log.lines().map(({ msg }) => msg)).toContain('A read failed on the replica and is repeated on the primary')
  })

  test(
    'lets a server start, be ready and answer while it is stopped',
    async () => {
      await standby.end('SIGQUIT')
      const folder = mkdtempSync(join(tmpdir(), 'parde-replica-data-'))
      const port = String(await freePort())
      const started = await startBuiltServer(folder, {
        ...{ ...KEYS, DATABASE_URL: urlOf(primary), DATABASE_REPLICA_URL: urlOf(standby), METRICS_PORT: port },
      })
      await started.waitForOutput('API ')
      expect(started.output()).toContain(UNUSED)
      const ready = () => fetch(`${started.api}/api/ready`)
      const show = () => fetch(`${started.api}/api/titles/${GODFATHER}`)
      expect((await show()).status).toBe(200)
      expect((await ready()).status).toBe(200)
      await standby.start()
      const used = async () => {
        await show()
        return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      }
      await expect.poll(used, { timeout: NOTICED }).toContain('parde_replica_reads_total{result="used"}')
      expect((await fetch(`${started.app}/titles/${GODFATHER}/the-godfather`)).status).toBe(200)
      expect(await started.end()).toBe(0)
      rmSync(folder, { recursive: true })
    },
    SLOW,
  )

  test(
    'must be of the same database: otherwise the server does not start and names the setting',
    async () => {
      await connection.database.execute(sql`create database other`)
      const folder = mkdtempSync(join(tmpdir(), 'parde-replica-data-'))
      const started = await startBuiltServer(folder, {
        ...{ ...KEYS, DATABASE_URL: urlOf(primary), DATABASE_REPLICA_URL: urlOf(primary, 'other') },
      })
      expect(await started.ended).toBe(1)
      expect(started.output()).toContain(
        'DATABASE_REPLICA_URL is not the address of a streaming replica of DATABASE_URL',
      )
      expect(started.output()).not.toContain('    at ')
      rmSync(folder, { recursive: true })
    },
    SLOW,
  )

  test('that was promoted is not read any more', async () => {
    await onStandby('select pg_promote()')
    await onStandby(`update titles set title_fa = 'نام دیگر' where id = ${GODFATHER}`)
    expect((await show()).titleFa).toBe('نام تازه')
    expect(await readsDuring(show)).toEqual({ failed: 1 })
    expect(log.lines()).toMatchObject([{ error: expect.stringContaining('It was promoted') }])
    await expect(replica.database.execute(sql`update titles set votes = 0`)).rejects.toMatchObject({
      cause: { code: '25006' },
    })
  })
})
