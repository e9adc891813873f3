import { expect, test } from 'vitest'
import { filesAlone, isOfBuild } from '../../sw/buildIntegrity.ts'

const SITE = 'https://parde.example'
const FILES = new Set(['index.html', 'assets/a.js', 'assets/b.css', 'early.js'])
const answer = (text: string, type: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': type } })
const page = (html: string) => answer(html, 'text/html; charset=utf-8')
const isOurs = (path: string, one: Response) => isOfBuild(FILES, `${SITE}${path}`, one)

test('a file is of the build when it has come as one; a page in its place is not', async () => {
  expect(await isOurs('/assets/a.js', answer('x', 'text/javascript'))).toBe(true)
  expect(await isOurs('/assets/a.js', answer('x', ''))).toBe(true)
  expect(await isOurs('/assets/a.js?__WB_REVISION__=1', page('<script src="/assets/a.js">'))).toBe(false)
  expect(await isOurs('/early.js', answer('<p>', 'TEXT/HTML'))).toBe(false)
  expect(await isOurs('/assets/a.js', answer('x', 'text/javascript', 404))).toBe(false)
})

test.each([
  ['names its files', '<link href="/assets/b.css"><script type="module" crossorigin src="/assets/a.js">', true],
  ['was made smaller on its way', '<link href=/assets/b.css rel=stylesheet><script src=/assets/a.js></script>', true],
  ['is of the build before', '<link href="/assets/b.css"><script src="/assets/old.js">', false],
  ['is of the build before, and was made smaller', '<script src=/assets/old.js></script>', false],
  ['is somebody else\u2019s', '<form action="https://hotel.example">', false],
])('a page that %s', async (_, html, isIt) => {
  const one = page(html)
  expect(await isOurs('/index.html?__WB_REVISION__=1', one)).toBe(isIt)
  // It is still to be kept.
  expect(await one.text()).toBe(html)
})

test('a part is kept as a file alone, and a page that was kept in its place counts for nothing', async () => {
  const request = new Request(`${SITE}/assets/hls.js`)
  const [event, cacheName] = [new Event('fetch') as never, 'parde-parts']
  const [file, other] = [answer('x', 'text/javascript'), page('<p>')]
  expect(await filesAlone.cacheWillUpdate({ request, event, response: file })).toBe(file)
  expect(await filesAlone.cacheWillUpdate({ request, event, response: other })).toBeNull()
  const used = (cachedResponse?: Response) =>
    filesAlone.cachedResponseWillBeUsed({ request, event, cacheName, ...(cachedResponse && { cachedResponse }) })
  expect(await used(file)).toBe(file)
  expect(await used(other)).toBeNull()
  expect(await used()).toBeNull()
})
