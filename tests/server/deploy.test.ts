import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { File } from '#contract/files.ts'
import { pictureAddress } from '#contract/pictures.ts'
import { DEMO_ACCOUNT } from '#demo/account.ts'
import { type BuiltServer, startBuiltServer } from '#tests/harness/builtServer.ts'
import { type Relay, startRelay } from '#tests/harness/network/relay.ts'
import { missingForProxies, type ReverseProxy, startCaddy, startNginx } from '#tests/harness/network/reverseProxies.ts'
import { createSecureClient, type SecureClient } from '#tests/harness/network/secureClient.ts'

/** Starting the server takes seconds on a busy machine. */
const SLOW = 120_000
const UP = 'Demo'
const APP = 'parde.test'
const API = 'api.parde.test'
/** An address that a client pretends to have (RFC 5737). */
const FORGED = '203.0.113.9'

const PROXIES = [
  { name: 'nginx', start: startNginx, hasCache: true },
  { name: 'Caddy', start: startCaddy, hasCache: false },
]
const TWO_HOSTS = { APP_ORIGINS: `https://${APP}`, API_BASE: `https://${API}`, COOKIE_DOMAIN: '.parde.test' }
const ONE_HOST = { APP_ORIGINS: `https://${APP}`, API_BASE: '/' }

const missing = missingForProxies()
if (missing !== undefined) console.warn(`NOT TESTED HERE: the files of deploy/ (${missing})`)

describe.skipIf(missing !== undefined)('the files of deploy/', () => {
  let folder: string
  let server: BuiltServer
  let relay: Relay
  /** In the order of `PROXIES`, each with the layouts in order. */
  const proxies: (ReverseProxy & { client: SecureClient; from: string })[] = []

  const startServer = async (env: Record<string, string>) => {
    server = await startBuiltServer(join(folder, 'data'), { ...env, TRUST_PROXY: '1' })
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parde-deploy-'))
    // nginx works under another account than root.
    chmodSync(folder, 0o755)
    await startServer(TWO_HOSTS)
    await server.waitForOutput(UP)
    relay = await startRelay(Number(server.ports.API_PORT))
    for (const { name, start } of PROXIES) {
      for (const layout of ['two-hosts', 'one-host'] as const) {
        const own = join(folder, `${layout}-${name}`)
        mkdirSync(own)
        const proxy = await start(own, {
          layout,
          appDomain: APP,
          apiDomain: API,
          appUpstream: `localhost:${server.ports.APP_PORT}`,
          apiUpstream: `127.0.0.1:${relay.port}`,
        })
        // An address of its own for each, by which the server tells their clients apart.
        const from = `127.0.0.${proxies.length + 2}`
        const client = createSecureClient(proxy.httpsPort, proxy.ca, from)
        proxies.push({ ...proxy, client, from })
        await vi.waitFor(() => client.request(APP, '/robots.txt'), { timeout: SLOW, interval: 50 })
      }
    }
  }, SLOW)
  afterAll(async () => {
    for (const { process } of proxies) await process.end()
    await relay?.close()
    await server?.end()
    rmSync(folder, { recursive: true, force: true })
  }, SLOW)

  describe('for two hosts', () => {
    describe.each(PROXIES)('of $name', ({ name, hasCache }) => {
      testProxy({ host: API, apiBase: `https://${API}`, hasCache, proxy: () => proxyOf(name, 0) })

      test('set the client’s address and protocol, whatever the client claims', async () => {
        const { client, from } = proxyOf(name, 0)
        const headers = { 'X-Forwarded-For': FORGED, 'X-Forwarded-Proto': 'http' }
        const answer = await client.request(API, '/sanctum/csrf-cookie', { headers })
        expect(answer.headers['set-cookie']?.[0]).toMatch(/Domain=\.parde\.test; .*Secure/)
        const received = relay.exchanges.at(-1)?.headers
        expect(received).toMatchObject({ 'x-forwarded-for': from, 'x-forwarded-proto': 'https', host: API })
      })
    })
  })

  test(
    'answer 502 while the server is stopped, and serve at once when it has started again',
    async () => {
      const ask = () => Promise.all(proxies.map(async ({ client }) => (await client.request(APP, '/')).status))
      expect(await ask()).toEqual([200, 200, 200, 200])
      await server.end()
      for (let nth = 0; nth < 3; nth++) expect(await ask()).toEqual([502, 502, 502, 502])
      await startServer({ ...ONE_HOST, ...server.ports })
      // It accepts calls seconds before it can answer them, long before nginx would forget the errors (10 s).
      await vi.waitFor(() => fetch(`${server.app}/api/live`), { timeout: SLOW, interval: 20 })
      expect(await ask()).toEqual([200, 200, 200, 200])
      await server.waitForOutput(UP)
    },
    SLOW,
  )

  describe('for one host', () => {
    describe.each(PROXIES)('of $name', ({ name, hasCache }) => {
      testProxy({ host: APP, apiBase: '/', hasCache, proxy: () => proxyOf(name, 1) })
    })
  })

  function proxyOf(name: string, layout: 0 | 1) {
    const found = proxies[PROXIES.findIndex((one) => one.name === name) * 2 + layout]
    if (!found) throw new Error(`${name} has not started`)
    return found
  }
})

/** `host`: where the API is. */
function testProxy({
  host,
  apiBase,
  hasCache,
  proxy,
}: {
  host: string
  apiBase: string
  hasCache: boolean
  proxy: () => Pick<ReverseProxy, 'httpPort'> & { client: SecureClient; from: string }
}) {
  const json = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await proxy().client.request(host, path, { headers })
    expect(status).toBe(200)
    return JSON.parse(body.toString())
  }
  const createPost = async () => {
    const { headers } = await proxy().client.request(host, '/sanctum/csrf-cookie')
    const [, pair = '', token = ''] = /^(XSRF-TOKEN=([^;]+))/.exec(headers['set-cookie']?.[0] ?? '') ?? []
    const own = { 'Content-Type': 'application/json', Cookie: pair, 'X-XSRF-TOKEN': token, Origin: `https://${APP}` }
    return (path: string, body: object, other: Record<string, string> = {}) =>
      proxy().client.request(host, path, {
        method: 'POST',
        headers: { ...own, ...other },
        body: JSON.stringify(body),
      })
  }
  const signIn = async () => {
    const { email, password } = DEMO_ACCOUNT
    const { body } = await (await createPost())('/api/sanc/login', { email, password })
    return { Authorization: `Bearer ${JSON.parse(body.toString()).data.token}` }
  }

  test('lead from http to https', async () => {
    const options = { host: '127.0.0.1', port: proxy().httpPort, path: '/search', headers: { Host: APP } }
    const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
      get(options, (response) => resolve(response.resume())).on('error', reject)
    })
    expect([301, 308]).toContain(statusCode)
    expect(headers.location).toMatch(/^https:\/\/parde\.test(:\d+)?\/search$/)
  })

  test('pass the page and its assets on as the server compressed them, with its headers', async () => {
    const { client } = proxy()
    const br = { 'Accept-Encoding': 'br' }
    const page = await client.request(APP, '/', { headers: br })
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-encoding': 'br',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    const html = brotliDecompressSync(page.body).toString()
    expect(html).toContain('<html lang="fa" dir="rtl"')
    expect(html).toContain(`<meta name="api-base" content="${apiBase}"`)
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
    const packed = await client.request(APP, script, { headers: br })
    const immutable = 'public, max-age=31536000, immutable'
    expect(packed.headers).toMatchObject({ 'cache-control': immutable, 'content-encoding': 'br' })
    const plain = await client.request(APP, script)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true)
    const known = { ...br, 'If-None-Match': packed.headers.etag ?? '' }
    expect((await client.request(APP, script, { headers: known })).status).toBe(304)
  })

  test('let the server count the attempts of a client that claims other addresses', async () => {
    const post = await createPost()
    const forget = (nth: number) => {
      const email = `${nth}@${proxy().from.replaceAll('.', '-')}.example`
      return post('/api/forgot-password', { email }, { 'X-Forwarded-For': `198.51.100.${nth}` })
    }
    const answers = await Promise.all(Array.from({ length: 21 }, (_, nth) => forget(nth)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), 429])
  })

  test('deliver an event as soon as it happens', async () => {
    const member = await signIn()
    const headers = { Accept: 'text/event-stream', ...member }
    const { status, stream } = await proxy().client.open(host, '/api/user/events', { headers })
    expect(status).toBe(200)
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const events = () => text.match(/^data: /gm)?.length
    await expect.poll(events, { timeout: 10_000 }).toBe(1)
    const { data } = await json('/api/titles/search?per_page=1')
    const isSaved = (await json('/api/user/watchlist', member)).meta.total > 0
    const post = await createPost()
    expect((await post(`/api/user/watchlist/${data[0].id}`, { saved: !isSaved }, member)).status).toBe(200)
    await expect.poll(events, { timeout: 10_000 }).toBe(2)
    stream.close()
  })

  test('pass ranges of films on', async () => {
    const member = await signIn()
    const { data } = await json('/api/titles/search?per_page=20')
    const files: File[] = []
    for (const { id } of data) files.push(...(await json(`/api/titles/${id}/files`, member)).data)
    const path = files.find(({ download }) => download !== null)?.download ?? ''
    const bytesOf = async (range: string) => {
      const { status, headers, body } = await proxy().client.request(host, path, { headers: { Range: range } })
      expect(status).toBe(206)
      expect(headers['content-range']).toMatch(new RegExp(`^${range.replace('=', ' ')}/\\d{6,}$`))
      expect(headers['x-cache-status']).toBeUndefined()
      return body
    }
    const part = await bytesOf('bytes=1000-1999')
    expect(part.length).toBe(1000)
    expect(part.equals((await bytesOf('bytes=0-499999')).subarray(1000, 2000))).toBe(true)
  })

  test.runIf(hasCache)('take a picture from the cache the second time, with the headers for its caller', async () => {
    const { client } = proxy()
    const { data } = await json('/api/titles/search?per_page=1')
    const path = pictureAddress(data[0].poster, '', 185, 'avif')
    const first = await client.request(host, path)
    expect(first.headers['x-cache-status']).toBe('MISS')
    const second = await client.request(host, path)
    expect(second.headers).toMatchObject({
      'x-cache-status': 'HIT',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/avif',
    })
    expect(second.headers['access-control-allow-origin']).toBeUndefined()
    expect(second.body.equals(first.body)).toBe(true)
    const fromPage = await client.request(host, path, { headers: { Origin: `https://${APP}` } })
    expect(fromPage.headers['access-control-allow-origin']).toBe(`https://${APP}`)
    const known = { 'If-None-Match': first.headers.etag ?? '' }
    expect((await client.request(host, path, { headers: known })).status).toBe(304)
  })

  test('leave it to the server to refuse a body that is too large, and pass on no body of any size', async () => {
    const post = await createPost()
    const refused = await post('/api/sanc/login', { email: 'x'.repeat(100_000) })
    expect(refused.status).toBe(413)
    expect(refused.headers['access-control-allow-origin']).toBe(`https://${APP}`)
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'too_large' })
    expect((await post('/api/sanc/login', { email: 'x'.repeat(2_500_000) })).status).toBe(413)
  })
}
