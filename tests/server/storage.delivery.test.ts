import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Listener, listen } from '#server/http/listen.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import type { FilmDelivery } from '#server/stream/sendFile.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { storeTestFilm } from '#tests/harness/fixtures/storedFilm.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { missingForProxies, type ReverseProxy, startNginx } from '#tests/harness/network/reverseProxies.ts'
import { type S3Server, startS3Server } from '#tests/harness/network/s3Server.ts'
import { createSecureClient, type SecureClient } from '#tests/harness/network/secureClient.ts'
import { startServer, type TestServer } from '#tests/harness/server.ts'

const TIMEOUT = 60_000
const APP = 'parde.test'
const API = 'api.parde.test'
const SEGMENT = Buffer.from(Array.from({ length: 400_000 }, (_, at) => at % 251))
const PLAYLIST = Buffer.from('#EXTM3U\n#EXTINF:4,\n0.m4s\n#EXT-X-ENDLIST\n')

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parde-delivery-'))
  // nginx works under another account than root.
  chmodSync(folder, 0o755)
  s3 = await startS3Server(join(folder, 's3'))
})
afterAll(async () => {
  await s3.end()
  rmSync(folder, { recursive: true, force: true })
})

/** A server whose title 68646 plays a stored film. */
async function startWithFilm(kind: 'folder' | 'bucket', filmDelivery: FilmDelivery) {
  const dataDir = join(folder, kind)
  const storage = await openStorage({ dataDir, bucket: kind === 'bucket' ? s3.settings : undefined })
  const files = { '480p/index.m3u8': PLAYLIST, '480p/0.m4s': SEGMENT, '480p-dubbed.mp4': SEGMENT }
  await storeTestFilm(storage, files)
  const connection = await takeDatabase('pglite')
  const put = { title: 'tt0068646', season: 0, number: 0, version: 'abc123' }
  expect(await createOperator({ connection, storage })('film-put', put)).toMatchObject({ result: { seconds: 60 } })
  const settings = { filmDelivery, origins: [`https://${APP}`] }
  const server = await startServer({ connection, storage, settings })
  const member = await server.createUser()
  const [file] = (await member.get('/api/titles/68646/files')).json.data
  return { server, segment: file.stream.replace('master.m3u8', '480p/0.m4s'), download: file.download }
}

const missing = missingForProxies()
if (missing !== undefined) console.warn(`NOT TESTED HERE: nginx with FILM_DELIVERY=nginx (${missing})`)

describe.skipIf(missing !== undefined).each(['folder', 'bucket'] as const)('nginx with films in a %s', (kind) => {
  let server: TestServer
  let listener: Listener
  let nginx: ReverseProxy
  let client: SecureClient
  let segment: string
  let download: string
  const served: string[] = []

  beforeAll(async () => {
    ;({ server, segment, download } = await startWithFilm(kind, 'nginx'))
    const port = await freePort()
    const answer = async (request: Request) => {
      const response = await server.api.fetch(request)
      served.push(`${response.status} ${response.headers.get('X-Accel-Redirect')?.split('/')[1] ?? 'itself'}`)
      return response
    }
    listener = await listen(answer, { port, host: '127.0.0.1', option: 'API_PORT' })
    const own = join(folder, `${kind}-nginx`)
    mkdirSync(own)
    const endpoint = s3.settings.endpoint
    nginx = await startNginx(own, {
      ...{ layout: 'two-hosts', appDomain: APP, apiDomain: API },
      ...{ appUpstream: `127.0.0.1:${port}`, apiUpstream: `127.0.0.1:${port}` },
      films: {
        template: `films-${kind}`,
        variables: { DATA_DIR: join(folder, 'folder'), S3_ENDPOINT: endpoint },
      },
    })
    client = createSecureClient(nginx.httpsPort, nginx.ca, '127.0.0.2')
    await vi.waitFor(() => client.request(API, '/api/health'), { timeout: TIMEOUT, interval: 50 })
    served.length = 0
  }, TIMEOUT)
  afterAll(async () => {
    await nginx.process.end()
    await listener.close()
    await server.close()
  }, TIMEOUT)

  test('sends segments and downloads itself, whole and in ranges, with the headers of the server', async () => {
    const headers = { Origin: `https://${APP}`, Cookie: 'session=secret' }
    const whole = await client.request(API, segment, { headers })
    expect([whole.status, whole.body.equals(SEGMENT)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'video/iso.segment',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      'access-control-allow-origin': `https://${APP}`,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringContaining('Content-Range'),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(Object.keys(whole.headers).filter((name) => name.startsWith('x-accel'))).toEqual([])
    const part = await client.request(API, segment, { headers: { ...headers, Range: 'bytes=1000-1999' } })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${SEGMENT.length}`])
    expect(part.body.equals(SEGMENT.subarray(1000, 2000))).toBe(true)
    const outside = await client.request(API, segment, { headers: { ...headers, Range: 'bytes=400000-' } })
    expect(outside.status).toBe(416)
    const file = await client.request(API, download, { headers: { Range: 'bytes=5-' } })
    expect([file.status, file.headers['content-length']]).toEqual([206, String(SEGMENT.length - 5)])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="The\.Godfather.*\.mp4"$/)
    expect(new Set(served.splice(0))).toEqual(new Set([`200 parde-${kind}`]))
  })

  test('leaves playlists and heads to the server, and refuses what no link allows', async () => {
    const playlist = await client.request(API, segment.replace('0.m4s', 'index.m3u8'))
    expect(playlist.body.equals(PLAYLIST)).toBe(true)
    const head = await client.request(API, segment, { method: 'HEAD' })
    expect([head.status, head.headers['content-length']]).toEqual([200, String(SEGMENT.length)])
    expect((await client.request(API, segment.replace(/\.[\w-]{22}\//, `.${'x'.repeat(22)}/`))).status).toBe(403)
    for (const path of ['/parde-folder/library/abc123/film.json', '/parde-bucket/parde/library/abc123/film.json']) {
      expect((await client.request(API, path)).status).toBe(404)
    }
    expect(served.splice(0).filter((line) => !line.endsWith('itself'))).toEqual([])
  })
})

test('clients are redirected to signed addresses of a bucket, and get playlists from the server', async () => {
  const { server, segment, download } = await startWithFilm('bucket', 'redirect')
  const follow = async (path: string) => {
    const answer = await server.request(path, { headers: { Range: 'bytes=10-19' } })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([302, 'private, max-age=450'])
    return fetch(answer.headers.get('Location') ?? '', { headers: { Range: 'bytes=10-19' } })
  }
  const part = await follow(segment)
  expect(part.headers.get('Content-Type')).toBe('video/iso.segment')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(SEGMENT.subarray(10, 20))
  const file = await follow(download)
  expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename="The\.Godfather/)
  expect((await server.request(segment.replace('0.m4s', 'index.m3u8'))).status).toBe(200)
  await server.close()
})
