import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiLocation } from '#server/http/apiLocation.ts'
import { createAppFiles } from '#server/pages/appFiles.ts'

const HTML = '<!doctype html><html><head><meta name="api-base" content="" /></head><body>پرده</body></html>'
const SCRIPT = 'console.log("x")'

let root: string
let folder: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parde-app-'))
  folder = join(root, 'app')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'sw.js'), SCRIPT)
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, 'assets/a-1234.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/a-1234.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/a-1234.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, '.env.txt'), 'secret')
  writeFileSync(join(root, 'outside.txt'), 'secret')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const settings = { apiBase: undefined, apiPort: 8787, proxies: 0 }
const get = (path: string, headers: Record<string, string> = {}, over: object = {}) =>
  createAppFiles({ ...settings, folder, ...over }).request(path, { headers: { Host: 'localhost:4173', ...headers } })

describe('page', () => {
  test.each(['/', '/index.html', '/titles/5/x', '/user/watchlist', '/?q=%D9%BE', '/a/b/c/d'])(
    'serves index.html at %s without caching',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(await response.text()).toBe(HTML)
      const again = await get(path, { 'If-None-Match': response.headers.get('ETag') ?? '' })
      expect(again.status).toBe(304)
    },
  )

  test.each(['/titles/%00/x', '/titles/%F0/x', '/.hidden/x', '/..%2foutside.txt'])(
    'serves the page with status 404 at %s to a browser navigation',
    async (path) => {
      const response = await get(path, { Accept: 'text/html,*/*;q=0.8' })
      expect(response.status).toBe(404)
      expect(await response.text()).toBe(HTML)
    },
  )

  test('compresses with the encoding that the browser accepts', async () => {
    const brotli = await get('/', { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('Content-Encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(HTML)
    const gzip = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' })
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(HTML)
    expect(brotli.headers.get('Vary')).toContain('Accept-Encoding')
  })

  test('contains the configured API address, HTML-escaped', async () => {
    const html = await (await get('/', {}, { apiBase: 'https://films.example/v1' })).text()
    expect(html).toContain('<meta name="api-base" content="https://films.example/v1" />')
    const tricky = await (await get('/', {}, { apiBase: 'https://x.example/"><script>' })).text()
    expect(tricky).not.toContain('<script>')
  })

  test('serves a new build without a restart', async () => {
    const files = createAppFiles({ ...settings, folder })
    const before = await files.request('/')
    writeFileSync(join(folder, 'index.html'), HTML.replace('پرده', 'پردهٔ نو'))
    const after = await files.request('/')
    expect(await after.text()).toContain('پردهٔ نو')
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
    writeFileSync(join(folder, 'index.html'), HTML)
  })

  test.each(['/', '/sw.js'])('changes the ETag of %s after a build with equal dates and lengths', async (path) => {
    const file = join(folder, path === '/' ? 'index.html' : path)
    const text = readFileSync(file, 'utf8')
    utimesSync(file, 0, 0)
    const before = (await get(path)).headers.get('ETag') ?? ''
    deploy(file, text.replace(/.$/s, '\r'))
    expect((await get(path, { 'If-None-Match': before })).status).toBe(200)
    deploy(file, text)
    expect(await (await get(path)).text()).toBe(text)
  })

  /** Writes a file so that its change time differs, since two writes within one clock tick look like one deployment. */
  function deploy(file: string, text: string) {
    const changedAt = () => statSync(file, { bigint: true }).ctimeNs
    const before = changedAt()
    do {
      writeFileSync(file, text)
      utimesSync(file, 0, 0)
    } while (changedAt() === before)
  }

  test('answers 503 with build instructions if the app is not built', async () => {
    const response = await get('/', {}, { folder: join(root, 'nothing') })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build')
  })
})

describe('static files', () => {
  test('caches hashed files for ever and serves the precompressed variant', async () => {
    const response = await get('/assets/a-1234.js', { 'Accept-Encoding': 'gzip, br' })
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('Content-Encoding')).toBe('br')
    const body = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('Content-Length')).toBe(String(body.length))
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT)
    const plain = await get('/assets/a-1234.js')
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(await plain.text()).toBe(SCRIPT)
  })

  test.each(['/sw.js', '/manifest.webmanifest'])('serves %s without caching', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect((await get(path, { 'If-None-Match': response.headers.get('ETag') ?? '' })).status).toBe(304)
  })

  test('lets only Telegram frame only its own screen, and only if a bot is configured', async () => {
    const framing = async (path: string, over?: object) => {
      const { headers } = await get(path, {}, over)
      const policy = headers.get('Content-Security-Policy') ?? ''
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('X-Frame-Options')]
    }
    const telegram = { token: '1:x', bot: undefined }
    expect(await framing('/telegram-app', { telegram })).toEqual(['https://*.telegram.org', null])
    expect(await framing('/telegram%2Dapp', { telegram })).toEqual(['https://*.telegram.org', null])
    for (const path of ['/', '/index.html', '/auth/login', '/telegram-app/', '/telegram-app/x', '/x/telegram-app']) {
      expect(await framing(path, { telegram })).toEqual(["'none'", 'DENY'])
    }
    expect(await framing('/telegram-app')).toEqual(["'none'", 'DENY'])
  })

  test.each([
    '/assets/none.js',
    '/assets/',
    '/assets/x',
    '/none.js',
    '/favicon.ico',
    '/sw.js.map',
    '/assets/a-1234.js.br',
    '/api/user',
    '/sanctum/csrf-cookie',
    '/media/posters/x',
  ])('answers 404 without HTML at %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).not.toContain('<')
  })

  test('serves the page with status 404 to a browser at an address with a dot', async () => {
    const response = await get('/titles/5/mr.robot', { Accept: 'text/html,application/xhtml+xml' })
    expect(response.status).toBe(404)
    expect(await response.text()).toBe(HTML)
  })

  test.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/..%5coutside.txt',
    '/%2e%2e%2foutside.txt',
    '/.env.txt',
    '/assets/%00.js',
    '/%c0%ae%c0%ae/outside.txt',
    '//etc/passwd',
    '/%',
  ])('serves neither hidden files nor files outside of the folder: %s', async (path) => {
    const response = await createAppFiles({ ...settings, folder }).request(`http://localhost:4173${path}`)
    expect(await response.text()).not.toContain('secret')
    expect(response.status).toBeLessThan(500)
  })

  test('answers HEAD with headers only and rejects other methods with 405', async () => {
    const files = createAppFiles({ ...settings, folder })
    const head = await files.request('/sw.js', { method: 'HEAD' })
    expect(head.headers.get('Content-Length')).toBe(String(SCRIPT.length))
    expect(await head.text()).toBe('')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await files.request('/', { method })).status).toBe(405)
    }
  })
})

describe('Content-Security-Policy', () => {
  const policyOf = async (headers: Record<string, string> = {}, over: object = {}) =>
    (await get('/', headers, over)).headers.get('Content-Security-Policy') ?? ''

  test.each(['/', '/sw.js', '/assets/none.js', '/titles/5/x'])(
    'sends the policy and the other security headers with %s',
    async (path) => {
      const { headers } = await get(path)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(headers.get('Permissions-Policy')).toContain('camera=()')
      expect(headers.get('Strict-Transport-Security')).toBeNull()
    },
  )

  test('allows connections to the configured API only', async () => {
    expect(await policyOf()).toContain("connect-src 'self' http://localhost:8787;")
    expect(await policyOf({ Host: '127.0.0.1:4173' })).toContain("connect-src 'self' http://127.0.0.1:8787;")
    expect(await policyOf({}, { apiBase: 'https://films.example/v1' })).toContain("'self' https://films.example;")
    expect(await policyOf({}, { apiBase: '/' })).toContain("connect-src 'self';")
    expect(await policyOf({ Host: 'parde.example' })).toContain("'self' http://api.parde.example;")
    const behindTls = { Host: 'parde.example', 'X-Forwarded-Proto': 'https' }
    expect(await policyOf(behindTls, { proxies: 1 })).toContain("'self' https://api.parde.example;")
    expect(await policyOf({ Host: "x; script-src 'unsafe-inline'" })).toContain("connect-src 'self';")
  })

  test('allows films from a bucket only if clients are redirected to it', async () => {
    const bucket = { endpoint: 'https://s3.example' }
    const redirecting = await policyOf({}, { apiBase: '/', bucket, filmDelivery: 'redirect' })
    expect(redirecting).toContain("media-src 'self' blob: https://s3.example; connect-src 'self' https://s3.example;")
    expect(redirecting).toContain("img-src 'self' data: blob:;")
    expect(await policyOf({}, { apiBase: '/', bucket, filmDelivery: 'nginx' })).not.toContain('s3.example')
  })

  test('sends Strict-Transport-Security behind TLS', async () => {
    const response = await get('/', { 'X-Forwarded-Proto': 'https' }, { proxies: 1 })
    expect(response.headers.get('Strict-Transport-Security')).toContain('max-age=31536000')
  })
})

test('writes the API address into the page only if the page could not derive it', () => {
  const at = (host: string, apiPort = 8787) =>
    apiLocation({ apiBase: undefined, apiPort }, { host, isSecure: false }).base
  expect(at('localhost:4173')).toBeUndefined()
  expect(at('127.0.0.1')).toBeUndefined()
  expect(at('parde.example')).toBeUndefined()
  expect(at('localhost:4173', 9000)).toBe('http://localhost:9000')
  expect(at('[::1]:4173')).toBe('http://[::1]:8787')
})

test('gives index.html another precache revision when the API address changes', async () => {
  const worker = 'precache([{"revision":"abc123","url":"index.html"},{"revision":null,"url":"assets/a-1234.js"}])'
  writeFileSync(join(folder, 'sw.js'), worker)
  const text = async (apiBase?: string) => (await get('/sw.js', {}, { apiBase })).text()
  expect(await text()).toBe(worker)
  const [one, other] = [await text('https://one.example'), await text('https://other.example')]
  expect(one).toMatch(/"revision":"abc123-[0-9a-f]{8}","url":"index.html"/)
  expect(one).not.toBe(other)
  expect(one.replace(/-[0-9a-f]{8}"/, '"')).toBe(worker)
  writeFileSync(join(folder, 'sw.js'), SCRIPT)
})
