import { expect, test } from 'vitest'
import { filesOnly, isOfBuild } from '../../sw/buildIntegrity.ts'

const SITE = 'https://parde.example'
const FILES = new Set(['index.html', 'assets/a.js', 'assets/b.css', 'early.js'])
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
  const used = (cachedResponse?: Response) =>
    filesOnly.cachedResponseWillBeUsed({ request, event, cacheName, ...(cachedResponse && { cachedResponse }) })
  expect(await used(file)).toBe(file)
  expect(await used(other)).toBeNull()
  expect(await used()).toBeNull()
})
