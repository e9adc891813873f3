import { expect, test } from 'vitest'
import { filesOnly, isOfBuild } from '../../sw/buildIntegrity.ts'

const SITE = 'https://parde.example'
/** The hash of `x`, as the build writes it: `printf x | openssl dgst -sha256 -binary | base64`. */
const HASH = 'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='
const FILES = new Map([
  ['index.html', undefined],
  ['assets/a.js', HASH],
  ['assets/b.css', HASH],
  ['early.js', HASH],
])
const answer = (text: string, type: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': type } })
const page = (html: string) => answer(html, 'text/html; charset=utf-8')
const isOurs = (path: string, response: Response) => isOfBuild(FILES, `${SITE}${path}`, response)

test('accepts a build file by its content type and refuses an HTML page at the same address', async () => {
  expect(await isOurs('/assets/a.js', answer('x', 'text/javascript'))).toBe(true)
  expect(await isOurs('/assets/a.js', answer('x', ''))).toBe(true)
  expect(await isOurs('/assets/a.js?__WB_REVISION__=1', page('<script src="/assets/a.js">'))).toBe(false)
  expect(await isOurs('/early.js', answer('<p>', 'TEXT/HTML'))).toBe(false)
  expect(await isOurs('/assets/a.js', answer('x', 'text/javascript', 404))).toBe(false)
})

test('refuses every file whose bytes are not the built ones', async () => {
  for (const text of ['', 'xx', 'X', 'x\n<script>/* injected by a proxy */</script>']) {
    expect(await isOurs('/assets/a.js', answer(text, 'text/javascript'))).toBe(false)
    expect(await isOurs('/assets/b.css', answer(text, 'text/css'))).toBe(false)
  }
  const response = answer('x', 'text/css')
  expect(await isOurs('/assets/b.css', response)).toBe(true)
  expect(await response.text()).toBe('x')
})

test.each([
  [
    'that names files of this build',
    '<link href="/assets/b.css"><script type="module" crossorigin src="/assets/a.js">',
    true,
  ],
  ['that a proxy minified', '<link href=/assets/b.css rel=stylesheet><script src=/assets/a.js></script>', true],
  ['of a previous build', '<link href="/assets/b.css"><script src="/assets/old.js">', false],
  ['of a previous build that a proxy minified', '<script src=/assets/old.js></script>', false],
  ['of a captive portal', '<form action="https://hotel.example">', false],
])('checks a page %s', async (_, html, expected) => {
  const response = page(html)
  expect(await isOurs('/index.html?__WB_REVISION__=1', response)).toBe(expected)
  // The response must remain readable, because the precache stores it.
  expect(await response.text()).toBe(html)
})

test('caches a lazy chunk only as a file and ignores an HTML page cached at its address', async () => {
  const request = new Request(`${SITE}/assets/hls.js`)
  const [event, cacheName] = [new Event('fetch') as never, 'parde-parts']
  const [file, other] = [answer('x', 'text/javascript'), page('<p>')]
  expect(await filesOnly.cacheWillUpdate({ request, event, response: file })).toBe(file)
  expect(await filesOnly.cacheWillUpdate({ request, event, response: other })).toBeNull()
  // A script of another type never runs, so it must not stay in the cache.
  for (const response of [answer('x', 'text/plain'), answer('x', ''), answer('', 'text/javascript')])
    expect(await filesOnly.cacheWillUpdate({ request, event, response })).toBeNull()
  const used = (cachedResponse?: Response) =>
    filesOnly.cachedResponseWillBeUsed({ request, event, cacheName, ...(cachedResponse && { cachedResponse }) })
  expect(await used(file)).toBe(file)
  expect(await used(other)).toBeNull()
  expect(await used()).toBeNull()
})
