import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { API_ORIGIN, APP_ORIGIN, startServer, type TestServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const csrfCookie = async (from = server) => {
  const response = await from.request('/sanctum/csrf-cookie')
  const cookie = response.headers.get('Set-Cookie') ?? ''
  return { response, cookie, value: /^XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '' }
}

describe('CSRF', () => {
  const post = (headers: Record<string, string>, from = server) =>
    from.request('/api/sanc/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{}',
    })

  test('sets a cookie that scripts of the page can read and other sites do not send', async () => {
    const { response, cookie } = await csrfCookie()
    expect(response.status).toBe(204)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toContain('HttpOnly')
    expect(cookie).not.toContain('Secure')
    expect(cookie).not.toContain('Domain')
  })

  test('sets a Secure cookie for the shared domain behind TLS', async () => {
    const other = await startServer({ settings: { proxies: 1, cookieDomain: 'parde.example' } })
    const response = await other.request('/sanctum/csrf-cookie', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(response.headers.get('Set-Cookie')).toContain('Secure')
    expect(response.headers.get('Set-Cookie')).toContain('Domain=parde.example')
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=')
    await other.close()
  })

  test('accepts an unsafe request only with the cookie and an equal header', async () => {
    const { value } = await csrfCookie()
    const second = await csrfCookie()
    const forged = `${'a'.repeat(32)}.${value.split('.')[1]}`
    const status = async (headers: Record<string, string>) => (await post(headers)).status
    expect(await status({ Cookie: `XSRF-TOKEN=${value}`, 'X-XSRF-TOKEN': value })).toBe(422)
    expect(await status({ Cookie: `a=b; XSRF-TOKEN=old; XSRF-TOKEN=${value}`, 'X-XSRF-TOKEN': value })).toBe(422)
    expect(await status({})).toBe(419)
    expect(await status({ 'X-XSRF-TOKEN': value })).toBe(419)
    expect(await status({ Cookie: `XSRF-TOKEN=${value}` })).toBe(419)
    expect(await status({ Cookie: `XSRF-TOKEN=${value}`, 'X-XSRF-TOKEN': second.value })).toBe(419)
    expect(await status({ Cookie: `XSRF-TOKEN=${forged}`, 'X-XSRF-TOKEN': forged })).toBe(419)
    expect(await status({ Cookie: 'XSRF-TOKEN=', 'X-XSRF-TOKEN': '' })).toBe(419)
    expect(await status({ Cookie: 'XSRF-TOKEN=.', 'X-XSRF-TOKEN': '.' })).toBe(419)
  })

  test('rejects a cookie signed by another server', async () => {
    const other = await startServer({ settings: { secrets: ['quite another secret, as long as it must be'] } })
    const { value } = await csrfCookie(other)
    expect((await post({ Cookie: `XSRF-TOKEN=${value}`, 'X-XSRF-TOKEN': value })).status).toBe(419)
    await other.close()
  })

  test.each([
    '/api/sanc/register',
    '/api/sanc/login',
    '/api/sanc/logout',
    '/api/user/watchlist/1',
    '/api/user/like/1',
    '/api/nothing',
  ])('answers 419 in Persian to POST %s without the cookie, even with a token', async (path) => {
    const member = await server.createUser()
    const response = await server.request(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect(response.status).toBe(419)
    expect(await response.json()).toMatchObject({ code: 'csrf_mismatch', message: expect.stringMatching(/[آ-ی]/) })
  })
})

describe('CORS', () => {
  const preflight = (Origin: string) =>
    server.request('/api/user/watchlist/7', {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,idempotency-key',
      },
    })

  test.each([APP_ORIGIN, 'http://127.0.0.1:4173'])(
    'allows the app at %s with credentials and its headers',
    async (origin) => {
      const { status, headers } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
      expect(headers.get('Access-Control-Max-Age')).toBe('7200')
      const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',')
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'x-requested-with',
          'x-xsrf-token',
          'idempotency-key',
          'x-client-id',
          'x-client-seq',
          'x-mutation-age',
        ]),
      )
      const answer = await server.request('/api/health', { headers: { Origin: origin } })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
      expect(answer.headers.get('Vary')).toContain('Origin')
    },
  )

  test.each([
    'null',
    'https://localhost:4173',
    'http://localhost:4174',
    'http://localhost',
    'http://localhost:4173.evil.example',
    'http://evil.example',
    'http://127.0.0.1.evil.example:4173',
  ])('allows no cross-origin request from %s', async (origin) => {
    expect((await preflight(origin)).headers.get('Access-Control-Allow-Origin')).toBeNull()
    const answer = await server.request('/api/user', { headers: { Origin: origin } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(answer.headers.get('Vary')).toContain('Origin')
  })

  test('exposes the error response to the app', async () => {
    const answer = await server.request('/api/user', { headers: { Origin: APP_ORIGIN } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(APP_ORIGIN)
  })
})

describe('response headers', () => {
  test.each(['/api/health', '/api/user', '/api/nothing', '/'])('sends security headers with %s', async (path) => {
    const { headers } = await server.request(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-site')
    expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('answers 404 in Persian JSON to an unknown path', async () => {
    const response = await server.request('/api/nothing-of-the-kind')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', message: expect.stringMatching(/[آ-ی]/) })
  })

  test('answers GET and HEAD at /api/health', async () => {
    expect(await (await server.request('/api/health')).json()).toEqual({ status: 'ok' })
    const head = await server.request('/api/health', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })
})

describe('calls in progress', () => {
  test('are bounded: further ones are refused at once with the time to wait, and without effect', async () => {
    const other = await startServer({ settings: { callsMax: 3 } })
    const member = await other.createUser()
    const ids = await other.titleIds(8)
    const saves = await Promise.all(ids.map((id) => member.post(`/api/user/watchlist/${id}`, { saved: true })))
    const [saved, refused] = [200, 503].map((status) => saves.filter((save) => save.status === status))
    expect(saved).toHaveLength(3)
    expect(refused).toHaveLength(5)
    expect(refused?.[0]?.json.code).toBe('unavailable')
    expect(refused?.[0]?.headers.get('Retry-After')).toBe('2')
    expect((await member.get('/api/user/watchlist')).json.meta.total).toBe(3)
    await other.close()
  })

  test('do not delay the call that tells whether the server is reachable', async () => {
    const other = await startServer({ settings: { callsMax: 0 } })
    expect((await other.request('/api/titles/search')).status).toBe(503)
    expect((await other.request('/api/health')).status).toBe(200)
    await other.close()
  })
})

describe('internal errors', () => {
  afterEach(() => vi.restoreAllMocks())

  test('answers in Persian and logs the cause, and never mixes the two', async () => {
    const log = catchLog()
    const member = await server.createUser()
    vi.spyOn(server.database, 'select').mockImplementation(() => {
      throw new Error('secret detail')
    })
    const response = await server.request('/api/user', { headers: { Authorization: `Bearer ${member.token}` } })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret detail')
    expect(JSON.parse(text)).toMatchObject({ code: 'server_error', message: expect.stringMatching(/[آ-ی]/) })
    const requestId = response.headers.get('X-Request-Id')
    expect(log.lines()).toMatchObject([
      { level: 'error', msg: 'GET /api/user failed', error: expect.stringContaining('secret detail'), requestId },
      { level: 'info', msg: 'Call', method: 'GET', route: '/api/user', status: 500, requestId },
    ])
  })

  test('answers 503 with Retry-After if the database is unreachable', async () => {
    catchLog()
    const member = await server.createUser()
    vi.spyOn(server.database, 'select').mockImplementation(() => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    const response = await server.request('/api/user', { headers: { Authorization: `Bearer ${member.token}` } })
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
  })
})

test('treats an absolute URL of another host as its own path', async () => {
  const response = await server.api.request(`${API_ORIGIN}//evil.example/api/health`)
  expect(response.status).toBe(404)
})
