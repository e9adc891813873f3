import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { type BuiltServer, startBuiltServer } from '#tests/harness/builtServer.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { pictureFile } from '#tests/harness/fixtures/operatorPictures.ts'
import { type S3Server, startS3Server } from '#tests/harness/network/s3Server.ts'
import { databaseKinds } from '#tests/harness/server.ts'
import { makeSourceFilm } from '#tests/harness/sourceFilm.ts'

/** Encoding takes a few seconds, and much longer on a busy machine. */
const TIMEOUT = 120_000
const KEYS = { APP_SECRET: 's'.repeat(40), VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') }

/**
 * Hosts that share a database and a bucket. On the embedded database there is only one: it is stopped, and the next one
 * gets its database and no other file.
 */
describe.each(databaseKinds)('hosts that share a bucket and %s', (kind) => {
  let folder: string
  let s3: S3Server
  let shared: Record<string, string>
  const servers: BuiltServer[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parde-hosts-'))
    s3 = await startS3Server(join(folder, 's3'))
    shared = { ...s3.env, ...KEYS, SEED: 'none', PAYMENTS: 'none' }
    if (kind === 'postgres') shared.DATABASE_URL = (await createEmptyDatabase()).url
    await mkdir(join(folder, 'images'))
    await writeFile(join(folder, 'images/poster.jpg'), await pictureFile({ color: '#993333' }))
    makeSourceFilm(join(folder, 'film.mp4'), { seconds: 9, size: '320x240', audios: ['per'] })
    const row = { kind: 'title', key: 'film', type: 'movie', titleEn: 'A Film', titleFa: 'یک فیلم', year: 1990 }
    const facts = { genres: ['drama'], languages: ['fa'], poster: 'poster.jpg' }
    await writeFile(join(folder, 'films.ndjson'), JSON.stringify({ ...row, ...facts }))
  }, TIMEOUT)
  afterAll(async () => {
    for (const server of servers) await server.end()
    await s3.end()
    await rm(folder, { recursive: true, force: true })
  }, TIMEOUT)

  const parde = (host: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: '', ...shared, DATA_DIR: join(folder, host) }
      execFile('node', ['dist/server/cli.js', ...args], { env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      )
    })
  const startHost = async (host: string) => {
    const server = await startBuiltServer(join(folder, host), shared)
    servers.push(server)
    await server.waitForOutput(server.app)
    return server
  }
  const get = (server: BuiltServer, path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.api), { headers })
  const data = async (server: BuiltServer, path: string) => (await (await get(server, path)).json()).data
  const titleOf = async (server: BuiltServer) => (await data(server, '/api/titles/search'))[0]
  const filesOf = async (server: BuiltServer) => data(server, `/api/titles/${(await titleOf(server)).id}/files`)
  test.each([
    ['another bucket', { S3_BUCKET: 'elsewhere' }, /The bucket elsewhere of http:\S+ refuses requests \(404 \w+\)/],
    ['no bucket', { S3_BUCKET: '' }, /STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
    ['a path', { S3_ENDPOINT: 'http://localhost/minio' }, /These settings cannot be read: S3_ENDPOINT=/],
  ])('do not start with %s, and say why in one line', { timeout: TIMEOUT }, async (_, wrong, reason) => {
    const server = await startBuiltServer(join(folder, 'wrong'), { ...shared, ...wrong })
    expect(await server.ended).toBe(1)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"fatal"'))
    expect(lines).toEqual([expect.stringMatching(reason)])
  })

  test('play a film and show a picture that another host added, also when the store was down', {
    timeout: TIMEOUT,
  }, async () => {
    const first = await startHost('first')
    const imported = await parde('first', 'import', join(folder, 'films.ndjson'), '--images', join(folder, 'images'))
    expect(imported).toMatchObject({ code: 0, err: '' })

    // The store ends before the film is made: the command says so, and succeeds when it is repeated.
    await s3.end()
    const failed = await parde('first', 'film', 'add', 'film', join(folder, 'film.mp4'))
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The bucket parde of \S+ cannot be reached .*\n$/),
    })
    await s3.start()
    expect(await filesOf(first)).toEqual([])
    expect(await parde('first', 'film', 'add', 'film', join(folder, 'film.mp4'))).toEqual({
      ...{ code: 0, err: '' },
      out: '480p; original; subtitles: none\n',
    })
    expect(await readdir(join(folder, 'first/encoding'))).toEqual([])
    if (kind === 'pglite') {
      await first.end()
      await mkdir(join(folder, 'second'))
      await rename(join(folder, 'first/database'), join(folder, 'second/database'))
    }

    const second = await startHost('second')
    const { id, poster } = await titleOf(second)
    const [file] = await filesOf(second)
    const { stream } = await data(second, `/api/watch/t${id}/${file.id}`)
    const master = await (await get(second, stream.master)).text()
    expect(master).toContain('480p/index.m3u8')
    const playlist = new URL('480p/index.m3u8', new URL(stream.master, second.api))
    const parts = (await (await fetch(playlist)).text()).split('\n').filter((line) => /^\d+\.m4s$/.test(line))
    expect(parts).toHaveLength(3)
    const segment = new URL(parts[0] ?? '', playlist)
    const whole = Buffer.from(await (await fetch(segment)).arrayBuffer())
    const range = await fetch(segment, { headers: { Range: 'bytes=100-199' } })
    expect([range.status, range.headers.get('Content-Range')]).toEqual([206, `bytes 100-199/${whole.length}`])
    expect(Buffer.from(await range.arrayBuffer())).toEqual(whole.subarray(100, 200))
    expect((await fetch(segment, { headers: { Range: 'bytes=-10' } })).headers.get('Content-Length')).toBe('10')
    expect((await fetch(segment, { headers: { Range: `bytes=${whole.length}-` } })).status).toBe(416)
    const head = await fetch(segment, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(whole.length)])
    const tag = head.headers.get('ETag') ?? ''
    expect((await fetch(segment, { headers: { 'If-None-Match': tag } })).status).toBe(304)
    const picture = pictureAddress(poster, '', 185, 'webp')
    expect((await get(second, picture)).status).toBe(200)

    await s3.end()
    const down = await fetch(segment)
    expect([down.status, down.headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await get(second, pictureAddress(poster, '', 342, 'webp'))).status).toBe(503)
    // It was rendered on this host before.
    expect((await get(second, picture)).status).toBe(200)
    await vi.waitFor(
      async () => {
        const ready = await get(second, '/api/ready')
        expect([ready.status, (await ready.json()).reasons]).toEqual([503, ['storage']])
      },
      { timeout: 10_000 },
    )
    await s3.start()
    expect((await fetch(segment)).status).toBe(200)
    expect((await get(second, pictureAddress(poster, '', 342, 'webp'))).status).toBe(200)
    await vi.waitFor(async () => expect((await get(second, '/api/ready')).status).toBe(200), { timeout: 10_000 })
  })
})
