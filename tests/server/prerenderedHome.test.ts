import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HydrationData } from '#contract/hydrationData.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { firstScreen } from '#server/catalogue/firstScreen.ts'
import { queryDirectly } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { createAppFiles } from '#server/pages/appFiles.ts'
import { openPages } from '#server/pages/pages.ts'
import { writeStaticSite } from '#server/pages/staticSite.ts'
import { HOSTILE_TEXTS } from '#tests/harness/fixtures/hostileInputs.ts'
import { startServer, type TestServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'
// Imported by path: the front door of the app has no import alias.
import { renderHome } from '../../src/serverPage.tsx'

const STYLE = 'body{color:#fff}'
const HTML = `<!doctype html><html lang="fa"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><meta name="api-base" content="" /><title>x</title><script type="module" src="/assets/a.js"></script><style>${STYLE}</style></head><body><div id="root"><div><main></main></div></div>\n<link rel="stylesheet" href="/assets/first-1a.css" /></body></html>`

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'parde-home-'))
  writeFileSync(join(folder, 'index.html'), HTML)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function filesOf({ render = renderHome, apiBase }: { render?: typeof renderHome; apiBase?: string } = {}) {
  const queryCatalogue = Promise.resolve(queryDirectly(server.database))
  const pages = openPages({ queryCatalogue, clock: server.now, render: Promise.resolve(render) })
  const files = createAppFiles({ folder, apiBase, apiPort: 8787, proxies: 0 }, pages)
  return async (path = '/', headers: Record<string, string> = {}) => {
    const response = await files.request(`http://parde.example${path}`, {
      headers: { Host: 'parde.example', ...headers },
    })
    const body = Buffer.from(await response.arrayBuffer())
    return { response, text: headers['Accept-Encoding'] ? '' : body.toString(), body }
  }
}

/** Renames a title as a new edition of the catalogue would. */
async function rename(id: number, names: { titleFa?: string | undefined; titleEn?: string | undefined }) {
  await server.database
    .update(titles)
    .set({ ...names, updatedAt: server.now() })
    .where(eq(titles.id, id))
  await recordChange(server.database)
}

/** Reads the hydration data as the page's script does. */
function contentOf(page: string): HydrationData {
  const [, json] = /<script type="application\/json" id="first-screen">([\s\S]*?)<\/script>/.exec(page) ?? []
  return v.parse(HydrationData, JSON.parse(json ?? 'null'))
}

test('contains the hero, the first titles and the same data as the API returns', async () => {
  const get = filesOf()
  const { response, text } = await get()
  expect(response.status).toBe(200)
  const content = contentOf(text)
  const fromApi = async (path: string) => (await server.createGuest().get(path)).json
  expect(content.slides).toEqual((await fromApi('/api/titles/slideshow')).data)
  expect(content.titles).toEqual(await fromApi('/api/titles/search?order_by=newest'))
  expect(content.genres).toEqual((await fromApi('/api/genres')).data)
  expect(content.at).toBeLessThanOrEqual(server.now().getTime())

  const [first] = content.slides
  const root = /<div id="root" data-drawn>([\s\S]*)<\/div>\s*<script/.exec(text)?.[1] ?? ''
  expect(root.includes(first?.titleFa ?? '?')).toBe(true)
  const picture = first?.backdrop?.replace('{width}', '780').replace('{format}', 'avif')
  expect(root.includes(`http://api.parde.example${picture} 780w`)).toBe(true)
  expect(content.titles.data.filter(({ path }) => !root.includes(`href="${encodeURI(path)}"`))).toEqual([])
  // The preload comes before the hero in the HTML, and after the viewport width is known.
  expect(text.slice(text.indexOf('name="viewport"'), text.indexOf('<style>'))).toMatch(
    new RegExp(`<link rel="preload" as="image"[^>]*${picture?.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}[^>]*/>`),
  )
  // Browsers paint the header before the stylesheet of the rest has loaded.
  expect(/<\/header>[\s\S]*?<main/.exec(root)?.[0]).toContain('<link rel="stylesheet" href="/assets/first-1a.css"/>')
  expect(text.match(/first-1a\.css/g)).toHaveLength(1)
  expect(text).toContain('<script type="module" fetchpriority="low" src="/assets/a.js">')
  // The policy allows no style attributes, and allows the inline stylesheet by its hash.
  expect(root).not.toMatch(/ style=/)
  expect(response.headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'sha256-\S+' 'sha256-\S+';/)
  expect(response.headers.get('Content-Security-Policy')).not.toContain('unsafe')
})

test('is the same for all users and is not cached', async () => {
  const get = filesOf()
  const account = await server.createUser({ name: 'کسی که نامش اینجا نیست' })
  const cookies = { Cookie: `token=${account.token}`, Authorization: `Bearer ${account.token}` }
  const [guest, member] = [await get(), await get('/', cookies)]
  expect(member.text).toBe(guest.text)
  expect(member.text).not.toContain(account.name)
  expect(guest.response.headers.get('Cache-Control')).toBe('no-cache')
  expect(guest.response.headers.get('Vary')).toContain('Save-Data')
  const tag = guest.response.headers.get('ETag') ?? ''
  expect((await get('/', { 'If-None-Match': tag })).response.status).toBe(304)
  const compressed = await get('/', { 'Accept-Encoding': 'br' })
  expect(brotliDecompressSync(compressed.body).toString()).toBe(guest.text)
  // Excludes the app's stylesheet, which has its own size limit.
  expect(compressed.body.length).toBeLessThan(16_000)
})

test('is not served at other paths, with filters or with Save-Data', async () => {
  const get = filesOf()
  for (const path of ['/index.html', '/?type=movie', '/?q=x', '/tv', '/auth/login'])
    expect((await get(path)).text).not.toContain('first-screen')
  expect((await get('/', { 'Save-Data': 'on' })).text).not.toContain('first-screen')
})

test('is the same for all campaign parameters, which it does not contain', async () => {
  const get = filesOf()
  const { text } = await get()
  for (const search of ['?r=friend', '?utm_source=letter&utm_campaign=%3Cscript%3Ex', '?fbclid=IwAR0'])
    expect((await get(`/${search}`)).text).toBe(text)
  for (const search of ['?r=friend&q=x', '?utm_source=letter&type=movie'])
    expect((await get(`/${search}`)).text).not.toContain('first-screen')
})

test('escapes hostile titles in markup and hydration data', async () => {
  const hostile = '</script><!--<script>alert(1)</script>"\'><img src=x onerror=1>\u202e\u2066&amp;]]>\u2028$& $1 می‌روم'
  const texts = [hostile, ...Object.values(HOSTILE_TEXTS)].map((one) => one.replace(/\0|\p{Surrogate}/gu, ''))
  const shown = (await firstScreen(server.database, server.now())).titles.data.slice(0, texts.length)
  for (const [at, { id }] of shown.entries()) await rename(id, { titleFa: texts[at], titleEn: texts[at] })
  const { text: page } = await filesOf()()
  expect(/<script>alert|<img src=x|[\u202a-\u202e\u2066-\u2069]/.exec(page)).toBeNull()
  expect(page.match(/<script/g)?.length).toBe(page.match(/<\/script>/g)?.length)
  expect(page.match(/<\/body>/g)).toHaveLength(1)
  const names = contentOf(page).titles.data.slice(0, texts.length)
  expect(names.map(({ titleEn }) => titleEn)).toEqual(
    texts.map((one) => one.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  )
  for (const { id, titleFa, titleEn } of shown) await rename(id, { titleFa, titleEn })
})

test('is rendered once for simultaneous requests and again when its data has changed', async () => {
  const render = vi.fn(renderHome)
  const get = filesOf({ render })
  await Promise.all([get(), get(), get()])
  expect(render).toHaveBeenCalledTimes(1)
  const before = contentOf((await get()).text)
  server.pass(11_000)
  // Requests do not wait for the check of a recent rendering.
  expect(contentOf((await get()).text).at).toBe(before.at)
  await expect.poll(async () => contentOf((await get()).text).at - before.at).toBeGreaterThanOrEqual(11_000)
  expect(render).toHaveBeenCalledTimes(1)
  await rename(before.titles.data[0]?.id ?? 0, { titleFa: 'نامی نو' })
  // A rendering that is too old is not served.
  server.pass(41_000)
  expect(contentOf((await get()).text).titles.data[0]?.titleFa).toBe('نامی نو')
  expect(render).toHaveBeenCalledTimes(2)
  // It shows the year.
  server.pass(86_400_000)
  await get()
  expect(render).toHaveBeenCalledTimes(3)
})

test('is sent empty if rendering fails, and the app renders it', async () => {
  const log = catchLog()
  const { response, text } = await filesOf({ render: () => Promise.reject(new Error('broken')) })()
  expect(response.status).toBe(200)
  expect(text).toContain('<div id="root"><div><main></main></div></div>')
  expect(text).not.toContain('first-screen')
  expect(log.text()).toContain('broken')
})

test('loads pictures from the configured API address', async () => {
  expect((await filesOf({ apiBase: '/' })()).text).toMatch(/srcset="\/media\/backdrops/i)
  expect((await filesOf({ apiBase: 'https://films.example/v1/' })()).text).toContain(
    'https://films.example/v1/media/backdrops',
  )
  expect((await filesOf({ apiBase: 'https://x.example/"><script>' })()).text).not.toContain('"><script>')
})

test('is written as a static site whose worker uses the plain page for all other paths', async () => {
  const to = `${folder}-static`
  writeFileSync(
    join(folder, 'sw.js'),
    'start([{"revision":"0a1b","url":"index.html"},{"revision":null,"url":"assets/a.js"}]),answer(`/index.html`)',
  )
  const api = 'https://api.parde.example/'
  const fetchJson = async (path: string) => (await server.createGuest().get(path)).json
  await writeStaticSite({ from: folder, to, api, ask: fetchJson, render: renderHome, now: server.now() })
  const read = (file: string) => readFileSync(join(to, file), 'utf8')
  expect(contentOf(read('index.html')).slides).toEqual((await fetchJson('/api/titles/slideshow')).data)
  expect(read('index.html').includes('https://api.parde.example/media/backdrops')).toBe(true)
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(read('shell.html'))?.[1] ?? ''
  expect(policy).toContain('connect-src &#39;self&#39; https://api.parde.example')
  expect(policy).not.toContain('frame-ancestors')
  expect(read('shell.html')).toContain('<div id="root"><div><main></main></div></div>')
  expect(read('shell.html')).toContain('<meta name="api-base" content="https://api.parde.example/" />')
  expect(read('sw.js')).toMatch(/"revision":"[0-9a-f]{32}","url":"shell.html"/)
  expect(read('sw.js')).not.toContain('index.html')
  expect(read('_headers')).toContain("frame-ancestors 'none'")
  rmSync(to, { recursive: true })
})

test('is refreshed on a static host without overwriting files, with the worker last', async () => {
  const [from, to, sent] = [`${folder}-built`, `${folder}-refreshed`, `${folder}-sent`]
  const api = 'https://api.parde.example'
  const fetchJson = async (path: string) => (await server.createGuest().get(path)).json
  const write = () => writeStaticSite({ from, to, api, ask: fetchJson, render: renderHome, now: server.now() })
  const build = (asset: string) => {
    rmSync(from, { recursive: true, force: true })
    mkdirSync(join(from, 'assets'), { recursive: true })
    writeFileSync(join(from, 'index.html'), HTML.replace('a.js', asset))
    writeFileSync(join(from, 'early.js'), 'early()')
    writeFileSync(join(from, 'assets', asset), asset)
    writeFileSync(join(from, 'assets', `${asset}.br`), 'packed')
    writeFileSync(join(from, 'sw.js'), `start([{"revision":"0a1b","url":"index.html"}])`)
  }
  const files = () => readdirSync(to, { recursive: true, encoding: 'utf8' }).toSorted()
  build('one.js')
  await write()
  const pages = ['early.js', 'index.html', 'shell.html', 'sw.js', '_headers']
  expect(files()).toEqual([...pages, 'assets', join('assets', 'one.js')].toSorted())
  // Hard links stand for downloads in progress: their contents must not change.
  const before = pages.map((file) => readFileSync(join(to, file), 'utf8'))
  mkdirSync(sent)
  for (const file of pages) linkSync(join(to, file), join(sent, file))
  mkdirSync(join(to, 'old'))
  writeFileSync(join(to, 'old', 'x.txt'), 'x')

  build('two.js')
  await write()
  // A tab of the previous build may still need its file.
  expect(files()).toEqual([...pages, 'assets', join('assets', 'one.js'), join('assets', 'two.js')].toSorted())
  expect(readFileSync(join(to, 'index.html'), 'utf8')).toContain('/assets/two.js')
  expect(pages.map((file) => readFileSync(join(sent, file), 'utf8'))).toEqual(before)
  const changedAt = (file: string) => statSync(join(to, file), { bigint: true }).ctimeNs
  const order = [join('assets', 'two.js'), 'shell.html', 'index.html', 'sw.js'].map(changedAt)
  expect(order).toEqual(order.toSorted((one, other) => Number(one - other)))

  // An incomplete build removes no files.
  rmSync(join(from, 'sw.js'))
  const filesBefore = files()
  await expect(write()).rejects.toThrow('sw.js')
  expect(files()).toEqual(filesBefore)
  for (const one of [from, to, sent]) rmSync(one, { recursive: true })
})
