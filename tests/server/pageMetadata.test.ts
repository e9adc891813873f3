import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameId } from '#server/catalogue/ids.ts'
import { queryDirectly } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { createAppFiles } from '#server/pages/appFiles.ts'
import { openPages } from '#server/pages/pages.ts'
import { publicOrigin } from '#server/pages/publicOrigin.ts'
import { screenAt } from '#server/pages/screens.ts'
import { pageWords } from '#server/text/messages.ts'
import { HOSTILE_TEXTS } from '#tests/harness/fixtures/hostileInputs.ts'
import { databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'
import { appText } from '#text/app.ts'
import { categoriesText } from '#text/categories.ts'
import { collectionsText } from '#text/collections.ts'
import { comingSoonText } from '#text/comingSoon.ts'
import { browseText, listTitle } from '#text/titles.ts'

const HTML =
  '<!doctype html><html lang="fa"><head><meta charset="utf-8" /><meta name="api-base" content="" /><meta name="description" content="generic" /><title>پرده</title><script type="module" src="/assets/a.js"></script></head><body><div id="root"></div></body></html>'
const GODFATHER = '/titles/68646/the-godfather'
const COPPOLA = nameId('Francis Ford Coppola')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parde-pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'sw.js'), 'precache()')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(databaseKinds)('page metadata on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database: kind })
  })
  afterAll(() => server.close())

  const get = async (path: string, headers: Record<string, string> = {}, over: object = {}) => {
    const pages = openPages({ queryCatalogue: Promise.resolve(queryDirectly(server.database)), clock: server.now })
    const files = createAppFiles({ folder, apiBase: undefined, apiPort: 8787, proxies: 0, ...over }, pages)
    const response = await files.request(`http://parde.example${path}`, {
      headers: { Host: 'parde.example', Accept: 'text/html', ...headers },
    })
    const text = headers['Accept-Encoding'] ? '' : await response.text()
    return { response, text, status: response.status, head: readHead(text) }
  }

  test('describes a title with its address and picture', async () => {
    const { status, text, head } = await get(GODFATHER)
    expect(status).toBe(200)
    expect(head.title).toBe('پدرخوانده | پرده')
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text.match(/name="description"/g)).toHaveLength(1)
    expect(head.canonical).toBe(`http://parde.example${GODFATHER}`)
    expect(head.of('description')).toContain('کورلئونه')
    expect(head.of('og:type')).toBe('video.movie')
    expect(head.of('og:url')).toBe(head.canonical)
    expect(head.of('og:locale')).toBe('fa_IR')
    expect(head.of('twitter:card')).toBe('summary_large_image')
    expect(head.of('og:image')).toMatch(/^http:\/\/api\.parde\.example\/media\/backdrops\/tt0068646-\w+-1280\.jpeg$/)
    const [movie, way] = head.data
    expect(movie).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: 'پدرخوانده',
      alternateName: 'The Godfather',
      url: head.canonical,
      datePublished: '1972-03-24',
      duration: 'PT175M',
      director: [{ '@type': 'Person', name: 'فرانسیس فورد کاپولا' }],
      sameAs: 'https://www.imdb.com/title/tt0068646/',
    })
    expect(way).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(way.itemListElement.map((step: { position: number }) => step.position)).toEqual([1, 2, 3])
  })

  test('refers to a JPEG of the stated size', async () => {
    const { head } = await get(GODFATHER)
    const picture = await server.request(new URL(head.of('og:image')).pathname)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('Content-Type')).toBe('image/jpeg')
    const bytes = new Uint8Array(await picture.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    for (const invalid of ['780.jpeg', '1280.jpg', '1280.png']) {
      expect((await server.request(new URL(head.of('og:image')).pathname.replace('1280.jpeg', invalid))).status).toBe(
        404,
      )
    }
  })

  test('describes series, people, genres, collections and lists by their type', async () => {
    const kindsOf = async (path: string) => (await get(path)).head.data.map((one) => one['@type'])
    expect(await kindsOf('/titles/903747/breaking-bad')).toEqual(['TVSeries', 'BreadcrumbList'])
    const person = await get(`/people/director/${COPPOLA}/francis-ford-coppola`)
    expect(person.head.of('og:type')).toBe('profile')
    expect(person.head.data[0]).toMatchObject({
      '@type': 'Person',
      name: 'فرانسیس فورد کاپولا',
      birthDate: '1939-04-07',
    })
    expect(person.head.of('og:image')).toMatch(/portraits\/p\d+-\w+-600\.jpeg$/)
    expect((await server.request(new URL(person.head.of('og:image')).pathname)).status).toBe(200)
    const genre = await get('/genres/8/drama')
    expect(genre.head.title).toBe('فیلم‌ها و سریال‌های درام | پرده')
    expect(genre.head.data[0].mainEntity.itemListElement).toHaveLength(24)
    const collection = await get(`/collections/${nameId('the-godfather')}/the-godfather`)
    expect(collection.head.data.map((one) => one['@type'])).toEqual(['CollectionPage', 'BreadcrumbList'])
    expect(collection.head.of('og:image')).toContain('-1280.jpeg')
    for (const path of ['/tv', '/categories', '/collections', '/comingsoon']) {
      const list = await get(path)
      expect(list.head.canonical).toBe(`http://parde.example${path}`)
      expect(list.head.data.at(-1)?.mainEntity.itemListElement.length).toBeGreaterThan(10)
    }
    expect(await kindsOf('/')).toEqual(['WebSite', 'CollectionPage'])
    expect((await get('/?type=movie&is_dubbed=1')).head.title).toBe('فیلم‌های دوبله | پرده')
  })

  test('gives a list one canonical address for all orders, and separate ones for filters and pages', async () => {
    const canonical = async (path: string) => (await get(path)).head.canonical?.replace('http://parde.example', '')
    expect(await canonical('/?order_by=rating')).toBe('/')
    expect(await canonical('/?page=3&order_by=votes&is_dubbed=1&type=movie&utm=x')).toBe(
      '/?type=movie&is_dubbed=1&page=3',
    )
    expect(await canonical('/genres/8/drama?page=2')).toBe('/genres/8/drama?page=2')
    expect(await canonical(`${GODFATHER}?dub=1`)).toBe(GODFATHER)
    const search = await get('/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E')
    expect(search.head.canonical).toBeUndefined()
    expect(search.text).toContain('noindex')
    expect(search.text).not.toContain('<script>alert')
  })

  test.each([
    ['/titles/68646/wrong?dub=1', `${GODFATHER}?dub=1`],
    ['/titles/68646', GODFATHER],
    ['/titles/68646/the-godfather/', GODFATHER],
    ['/titles/68646/The-Godfather', GODFATHER],
    ['/titles/68646/%D9%BE%D8%AF%D8%B1', GODFATHER],
    ['/titles/68646/mr.robot.txt', GODFATHER],
    ['/tv/', '/tv'],
    ['/genres/8/x', '/genres/8/drama'],
    [`/people/actor/${COPPOLA}/x`, `/people/director/${COPPOLA}/francis-ford-coppola`],
    [`/people/butler/${COPPOLA}/francis-ford-coppola`, `/people/director/${COPPOLA}/francis-ford-coppola`],
    [`/collections/${nameId('koker')}`, `/collections/${nameId('koker')}/the-koker-trilogy`],
  ])('redirects %s to %s', async (path, right) => {
    const { response, status } = await get(path)
    expect(status).toBe(301)
    expect(response.headers.get('Location')).toBe(right)
    expect((await get(right)).status).toBe(200)
  })

  test.each([
    '/titles/1/x',
    '/titles/0/x',
    '/titles/abc/x',
    '/titles/9999999999999/x',
    '/titles/68646/a/b',
    '/people/actor/1/x',
    '/people/actor',
    '/genres/99/x',
    '/collections/1/x',
    '/nowhere',
    '/user/nowhere',
    '//parde.other/',
    '//titles/68646/x',
    '/\\parde.other/',
  ])('serves the app with status 404 at %s', async (path) => {
    const { status, text, response } = await get(path)
    expect([path, status, response.headers.get('Location')]).toEqual([path, 404, null])
    expect(text).toContain('<div id="root">')
  })

  test('answers 404 to an unreadable address', async () => {
    for (const path of ['/titles/68646/%', '/titles/68646/%00', '/%c0%ae']) expect((await get(path)).status).toBe(404)
  })

  test('marks personal screens as noindex', async () => {
    for (const path of [
      '/user/watchlist',
      '/auth/login',
      '/auth/reset-password/abc',
      '/auth/confirm-email/abc',
      '/watch/tt0068646/68646',
      '/gift',
    ]) {
      const { status, text, head } = await get(path)
      expect(status).toBe(200)
      expect(text).toContain('<meta name="robots" content="noindex" />')
      expect(head.data).toEqual([])
    }
  })

  test('escapes hostile names', async () => {
    const id = 68646
    const [before] = await server.database.select().from(titles).where(eq(titles.id, id))
    const nasty =
      '</title></script><script>alert(1)</script>"\'><img src=x onerror=1>\u202e\u2066&amp;<!--]]>\u2028 می‌روم'
    for (const text of [nasty, ...Object.values(HOSTILE_TEXTS).map((one) => one.replace(/\0|\p{Surrogate}/gu, ''))]) {
      await server.database.update(titles).set({ titleFa: text, synopsis: text }).where(eq(titles.id, id))
      const { status, text: page, head } = await get(GODFATHER)
      expect(status).toBe(200)
      expect(page).not.toMatch(/<script>alert|<img|[\u202a-\u202e\u2066-\u2069]/)
      expect(page.match(/<script/g)).toHaveLength(3)
      expect(page.match(/<\/script>/g)).toHaveLength(3)
      expect(page.match(/<title>/g)).toHaveLength(1)
      expect(head.data).toHaveLength(2)
    }
    // The zero-width non-joiner inside a Persian word is preserved.
    await server.database.update(titles).set({ titleFa: 'می‌روم' }).where(eq(titles.id, id))
    expect((await get(GODFATHER)).head.title).toBe('می‌روم | پرده')
    await server.database
      .update(titles)
      .set({ titleFa: before?.titleFa, synopsis: before?.synopsis })
      .where(eq(titles.id, id))
  })

  test('answers 304 until the build, the record or the host changes', async () => {
    const first = await get(GODFATHER, { 'Accept-Encoding': 'br' })
    const tag = first.response.headers.get('ETag') ?? ''
    expect(first.response.headers.get('Cache-Control')).toBe('no-cache')
    expect(first.response.headers.get('Content-Encoding')).toBe('br')
    expect((await get(GODFATHER, { 'If-None-Match': tag })).status).toBe(304)
    expect((await get(GODFATHER, { 'If-None-Match': tag, Host: 'other.example' })).status).toBe(200)
    expect((await get('/titles/71562/the-godfather-part-ii', { 'If-None-Match': tag })).status).toBe(200)
  })

  test('serves /index.html, which the service worker precaches, as built', async () => {
    for (const path of ['/index.html', '/index.html?__WB_REVISION__=1']) expect((await get(path)).text).toBe(HTML)
    expect((await get('/')).text).not.toBe(HTML)
  })

  test('serves the page without metadata if the database fails', async () => {
    for (const queryCatalogue of [Promise.reject(new Error('gone')), new Promise<never>(() => {})]) {
      queryCatalogue.catch(() => {})
      const pages = openPages({ queryCatalogue, clock: server.now })
      const files = createAppFiles({ folder, apiBase: undefined, apiPort: 8787, proxies: 0 }, pages)
      const response = await files.request(`http://parde.example${GODFATHER}`, { headers: { Host: 'parde.example' } })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(HTML)
    }
  })

  test('uses the configured address of pictures', async () => {
    const imageOf = async (apiBase: string) => (await get(GODFATHER, {}, { apiBase })).head.of('og:image')
    expect(await imageOf('/')).toMatch(/^http:\/\/parde\.example\/media\//)
    expect(await imageOf('https://films.example/v1')).toMatch(/^https:\/\/films\.example\/v1\/media\//)
  })

  test('prefers the configured origin over the Host header', async () => {
    const over = { publicOrigin: 'https://parde.film' }
    expect((await get(GODFATHER, { Host: 'evil.example' }, over)).head.canonical).toBe(`https://parde.film${GODFATHER}`)
    const strange = await get(GODFATHER, { Host: 'x"><script>' })
    expect(strange.head.canonical).toBeUndefined()
    expect(strange.text).not.toContain('x"><script>')
  })

  describe('search engines', () => {
    test('robots.txt excludes personal screens and refers to the sitemap', async () => {
      const { text, response } = await get('/robots.txt')
      expect(response.headers.get('Content-Type')).toContain('text/plain')
      expect(text).toContain('Disallow: /user/')
      expect(text).toContain('Sitemap: http://parde.example/sitemap.xml')
    })

    test('the sitemap lists every title and person at its canonical address', async () => {
      const index = await get('/sitemap.xml')
      expect(index.response.headers.get('Content-Type')).toContain('application/xml')
      const files = locationsOf(index.text)
      expect(files).toContain('http://parde.example/sitemaps/titles-1.xml')
      const all: string[] = []
      for (const file of files) {
        const { text, status } = await get(new URL(file).pathname)
        expect(status).toBe(200)
        expect(text.trimEnd().endsWith('</urlset>')).toBe(true)
        all.push(...locationsOf(text))
      }
      expect(new Set(all).size).toBe(all.length)
      expect(all.filter((one) => one.includes('/titles/'))).toHaveLength(await server.database.$count(titles))
      for (const url of all.filter((_, at) => at % 90 === 0)) {
        const { pathname, search } = new URL(url)
        const { status, head } = await get(pathname + search)
        expect([url, status, head.canonical]).toEqual([url, 200, url])
      }
      expect((await get('/sitemaps/titles-1.xml')).text).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
    }, 60_000)

    test('a sitemap file is compressed, and an unknown one is 404', async () => {
      const { response } = await get('/sitemaps/titles-1.xml', { 'Accept-Encoding': 'gzip' })
      expect(response.headers.get('Content-Encoding')).toBe('gzip')
      expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toContain('</urlset>')
      for (const path of [
        '/sitemaps/titles-2.xml',
        '/sitemaps/titles-0.xml',
        '/sitemaps/x.xml',
        '/sitemaps/',
        '/sitemaps/lists.xml/x',
      ]) {
        expect((await get(path, { Accept: '*/*' })).status).toBe(404)
      }
    })
  })
})

test("uses the titles and descriptions of the app's screens", () => {
  const { lists, title } = pageWords
  expect(lists['/categories']).toEqual([categoriesText.title, categoriesText.about])
  expect(lists['/collections']).toEqual([collectionsText.title, collectionsText.about])
  expect(lists['/comingsoon']).toEqual([comingSoonText.title, comingSoonText.about])
  expect(lists['/tv'][0]).toBe(browseText.seriesTitle)
  expect(lists['/'][0]).toBe(browseText.home)
  for (const type of ['all', 'movie', 'series'] as const) {
    for (const dubbed of [false, true]) {
      for (const genre of [undefined, 'درام']) {
        expect(pageWords.titleList(type, dubbed, genre)).toBe(listTitle({ type, dubbed, genre }))
      }
    }
  }
  expect(title('x')).toBe(appText.title('x'))
})

test('derives the origin from the configuration, else from a valid Host header', () => {
  const named = (host: string, isSecure = false) => publicOrigin(undefined, { host, isSecure })
  expect(publicOrigin('https://parde.film', { host: 'x.example', isSecure: false })).toBe('https://parde.film')
  expect(named('Parde.Example:8080')).toBe('http://parde.example:8080')
  expect(named('parde.example', true)).toBe('https://parde.example')
  expect(named('[::1]:4173')).toBe('http://[::1]:4173')
  for (const invalid of ['', 'a b', 'x"', 'x/y', '-x', 'x\u202e']) expect(named(invalid)).toBeUndefined()
})

test('knows every screen of the app', () => {
  const unknown = routePaths().filter((path) => screenAt(path.replaceAll(/\$\w+/g, '7')) === undefined)
  expect(unknown).toEqual([])
})

/** The paths of the files in `src/routes`, with `$` before parameters. */
function routePaths(): string[] {
  const names = readdirSync('src/routes', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  return names
    .map((name) => name.replace(/\.tsx$/, '').split(/[./]/))
    .filter((parts) => parts.at(-1) !== '__root' && !(parts.length === 1 && parts[0]?.startsWith('_')))
    .map((parts) => `/${parts.filter((part) => !part.startsWith('_') && part !== 'index' && part !== '$').join('/')}`)
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Data = any

function readHead(html: string) {
  const of = (name: string) => {
    const found = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    return found.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  }
  return {
    of,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#38;', '&'),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']): Data => JSON.parse(json),
    ),
  }
}

function locationsOf(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
}
