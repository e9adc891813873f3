import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { DEMO_ACCOUNT } from '#demo/account.ts'
import { type BuiltServer, startBuiltServer } from '#tests/harness/builtServer.ts'
import { type Relay, startRelay } from '#tests/harness/network/relay.ts'
import {
  type Deployment,
  missingForProxies,
  type ReverseProxy,
  startCaddy,
  startNginx,
} from '#tests/harness/network/reverseProxies.ts'
import { createSecureClient, type SecureClient } from '#tests/harness/network/secureClient.ts'

/** Starting the server takes seconds on a busy machine. */
const SLOW = 120_000
const UP = 'Demo'
const APP = 'parde.test'
const API = 'api.parde.test'
/** An address that a client pretends to have (RFC 5737). */
const FORGED = '203.0.113.9'

/** Each proxy with an address of its own for its clients, by which the server tells them apart. */
const PROXIES = [
  { name: 'nginx', start: startNginx, from: '127.0.0.2', hasCache: true },
  { name: 'Caddy', start: startCaddy, from: '127.0.0.3', hasCache: false },
]
const LAYOUTS = [
  { layout: 'two-hosts', host: API, env: { API_BASE: `https://${API}`, COOKIE_DOMAIN: '.parde.test' } },
  { layout: 'one-host', host: APP, env: { API_BASE: '/' } },
] as const

const missing = missingForProxies()
if (missing !== undefined) console.warn(`NOT TESTED HERE: the files of deploy/ (${missing})`)

describe.skipIf(missing !== undefined)('the files of deploy/', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parde-deploy-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(LAYOUTS)('$layout', ({ layout, host, env }) => {
    let server: BuiltServer
    let relay: Relay
    const running: { name: string; proxy: ReverseProxy; client: SecureClient }[] = []

    const startServer = async (ports: Record<string, string> = {}) => {
      const settings = { ...env, ...ports, APP_ORIGINS: `https://${APP}`, TRUST_PROXY: '1' }
      server = await startBuiltServer(join(folder, 'data'), settings)
      await server.waitForOutput(UP)
    }
    beforeAll(async () => {
      await startServer()
      relay = await startRelay(Number(server.ports.API_PORT))
      const deployment: Deployment = {
        layout,
        appDomain: APP,
        apiDomain: API,
        // Two addresses: nginx ignores `max_fails` of an upstream that has one.
        appUpstream: `localhost:${server.ports.APP_PORT}`,
        apiUpstream: `127.0.0.1:${relay.port}`,
      }
      for (const { name, start, from } of PROXIES) {
        const own = join(folder, `${layout}-${name}`)
        mkdirSync(own)
        const proxy = await start(own, deployment)
        running.push({ name, proxy, client: createSecureClient(proxy.httpsPort, proxy.ca, from) })
      }
      for (const { client } of running) await vi.waitFor(() => client.request(host, '/api/ready'), SLOW)
    }, SLOW)
    afterAll(async () => {
      for (const { proxy } of running) await proxy.process.end()
      await relay?.close()
      await server?.end()
    }, SLOW)

    describe.each(PROXIES)('$name', ({ name, from, hasCache }) => {
      let proxy: ReverseProxy
      let client: SecureClient
      beforeAll(() => {
        const found = running.find((one) => one.name === name)
        if (!found) throw new Error(`${name} was not started`)
        proxy = found.proxy
        client = found.client
      })

      const json = async (path: string, headers?: Record<string, string>) => {
        const { status, body } = await client.request(host, path, headers && { headers })
        expect(status).toBe(200)
        return JSON.parse(body.toString())
      }
      const csrf = async () => {
        const { headers } = await client.request(host, '/sanctum/csrf-cookie')
        const [cookie = ''] = headers['set-cookie'] ?? []
        return {
          cookie,
          headers: { Cookie: cookie.split(';')[0] ?? '', 'X-XSRF-TOKEN': cookie.split(/[=;]/)[1] ?? '' },
        }
      }
      const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
        client.request(host, path, {
          method: 'POST',
          headers: {
            Origin: `https://${APP}`,
            'Content-Type': 'application/json',
            ...(await csrf()).headers,
            ...headers,
          },
          body: JSON.stringify(body),
        })
      const signIn = async () => {
        const { body } = await post('/api/sanc/login', { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password })
        return { Authorization: `Bearer ${JSON.parse(body.toString()).data.token}` }
      }

      test('serves the page and its assets as the server compressed them, with its headers', async () => {
        const page = await client.request(APP, '/', { headers: { 'Accept-Encoding': 'br' } })
        expect(page.headers).toMatchObject({
          'cache-control': 'no-cache',
          'content-encoding': 'br',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        })
        const html = brotliDecompressSync(page.body).toString()
        expect(html).toContain('<html lang="fa" dir="rtl"')
        expect(html).toContain(`<meta name="api-base" content="${env.API_BASE}"`)
        const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
        const packed = await client.request(APP, script, { headers: { 'Accept-Encoding': 'br' } })
        expect(packed.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-encoding': 'br',
        })
        const plain = await client.request(APP, script)
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true)
        const known = { 'If-None-Match': packed.headers.etag ?? '', 'Accept-Encoding': 'br' }
        expect((await client.request(APP, script, { headers: known })).status).toBe(304)
      })

      test('leads from http to https', async () => {
        const { status, headers } = await fetch(`http://127.0.0.1:${proxy.httpPort}/`, { redirect: 'manual' })
        // Caddy redirects known hosts only, and `fetch` sends this machine's address.
        expect([301, 308]).toContain(status)
        expect(headers.get('Location')).toMatch(/^https:\/\//)
      })

      test('tells the server the address and the protocol of the client, and nothing the client claims', async () => {
        const forged = { 'X-Forwarded-For': FORGED, 'X-Forwarded-Proto': 'http' }
        const { headers } = await client.request(host, '/sanctum/csrf-cookie', { headers: forged })
        // The server believes that the call came over TLS.
        expect(headers['set-cookie']?.[0]).toContain('Secure')
        if (layout === 'two-hosts') {
          expect(headers['set-cookie']?.[0]).toContain('Domain=.parde.test')
          expect(relay.exchanges.at(-1)?.headers).toMatchObject({
            'x-forwarded-for': from,
            'x-forwarded-proto': 'https',
          })
        }
        const forget = (nth: number) =>
          post(
            '/api/forgot-password',
            { email: `${layout}-${from}-${nth}@parde.example` },
            { 'X-Forwarded-For': `198.51.100.${nth}` },
          )
        const before = Array.from({ length: 21 }, (_, nth) => forget(nth))
        const statuses = (await Promise.all(before)).map((answer) => answer.status)
        expect(statuses.toSorted()).toEqual([...Array(20).fill(200), 429])
      })

      test('delivers an event as soon as it happens', async () => {
        const member = await signIn()
        const { status, stream } = await client.open(host, '/api/user/events', {
          headers: { Accept: 'text/event-stream', ...member },
        })
        expect(status).toBe(200)
        let text = ''
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        const events = () => text.match(/^data: /gm)?.length ?? 0
        await expect.poll(events, { timeout: 10_000 }).toBe(1)
        const { data } = await json('/api/titles/search?per_page=1')
        const path = `/api/user/watchlist/${data[0].id}`
        const isSaved = text.includes('"version":0')
        expect((await post(path, { saved: isSaved }, member)).status).toBe(200)
        expect((await post(path, { saved: !isSaved }, member)).status).toBe(200)
        await expect.poll(events, { timeout: 10_000 }).toBeGreaterThan(1)
        stream.close()
      })

      test('passes ranges of films on', async () => {
        const member = await signIn()
        const { data } = await json('/api/titles/search?per_page=20')
        const files = []
        for (const { id } of data) files.push(...(await json(`/api/titles/${id}/files`, member)).data)
        const path: string = files.find((file) => file.download !== null)?.download
        const whole = await client.request(host, path)
        expect(whole.headers['x-cache-status']).toBeUndefined()
        const part = await client.request(host, path, { headers: { Range: 'bytes=1000-1999' } })
        expect(part.status).toBe(206)
        expect(part.headers['content-range']).toBe(`bytes 1000-1999/${whole.body.length}`)
        expect(part.body.equals(whole.body.subarray(1000, 2000))).toBe(true)
      })

      test.runIf(hasCache)(
        'serves a picture the second time from its cache, to each origin with its own headers',
        async () => {
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
          expect(second.body.equals(first.body)).toBe(true)
          const other = await client.request(host, path, { headers: { Origin: `https://${APP}` } })
          expect(other.headers['access-control-allow-origin']).toBe(`https://${APP}`)
          expect(second.headers['access-control-allow-origin']).toBeUndefined()
          const known = { 'If-None-Match': first.headers.etag ?? '' }
          expect((await client.request(host, path, { headers: known })).status).toBe(304)
        },
      )

      test('leaves it to the server to refuse a body that is too large, up to a limit of its own', async () => {
        const refused = await post('/api/sanc/login', { email: 'x'.repeat(100_000) })
        expect(refused.status).toBe(413)
        expect(refused.headers['access-control-allow-origin']).toBe(`https://${APP}`)
        expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'too_large' })
        const huge = await post('/api/sanc/login', { email: 'x'.repeat(2_500_000) })
        expect(huge.status).toBe(413)
      })
    })

    test('answers 502 while the server is stopped, and serves at once when it has started again', {
      timeout: SLOW,
    }, async () => {
      await server.end()
      const ask = async () => Promise.all(running.map(async ({ client }) => (await client.request(APP, '/')).status))
      for (let nth = 0; nth < 3; nth++) expect(await ask()).toEqual([502, 502])
      await startServer(server.ports)
      expect(await ask()).toEqual([200, 200])
    })
  })
})
