import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Context } from 'hono'
import { hasOnlyArrivalParameters } from '#contract/arrivalParameters.ts'
import { firstScreen } from '#server/catalogue/firstScreen.ts'
import type { QueryCatalogue } from '#server/database/connect.ts'
import type { ApiLocation } from '#server/http/apiLocation.ts'
import { acceptedCompressions } from '#server/http/compression.ts'
import { streamBody } from '#server/http/streamBody.ts'
import { ignoring, reportError } from '#server/platform/reportError.ts'
import { type Home, openHome, type RenderHome } from './home.ts'
import { pageContext } from './pageContext.ts'
import { type PageResponse, pageResponse } from './pageResponse.ts'
import { robotsText } from './robots.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

/** Maximum delay of a page for its head, in ms; after that the app loads its content itself. */
const TIMEOUT = 1500
const HOURLY = 'public, max-age=3600'
const XML = 'application/xml; charset=utf-8'

/** Page content for the app's listener. */
export interface Pages {
  /** The page at a decoded path; undefined if the catalogue does not answer in time or is not open yet. */
  answer(http: Context, path: string, origin: string | undefined, api: ApiLocation): Promise<PageResponse | undefined>
  /** The prerendered content at a decoded path; undefined for most pages, and if it takes too long. */
  home(http: Context, path: string): Promise<Home | undefined>
  /** robots.txt and the sitemaps. */
  file(http: Context, path: string, origin: string | undefined): Promise<Response | undefined>
}

export function openPages({
  queryCatalogue,
  clock,
  render,
}: {
  queryCatalogue: Promise<QueryCatalogue>
  clock: () => Date
  /** Without it pages are not prerendered. */
  render?: Promise<RenderHome | undefined>
}): Pages {
  // Most visits open the home under one origin: its head is cached as long as its content.
  let homeHead: { where: string; head: () => Promise<PageResponse> } | undefined
  const headOfHome = (where: string, make: () => Promise<PageResponse>) => {
    if (homeHead?.where !== where) homeHead = { where, head: staleWhileRevalidate(make, clock) }
    return homeHead.head()
  }
  const home = render?.then(
    (known) =>
      known &&
      openHome(known, async () => (await queryCatalogue)((catalogue) => firstScreen(catalogue, clock())), clock),
  )
  return {
    async answer(http, path, origin, api) {
      const { search } = new URL(http.req.url)
      const answer = queryCatalogue.then((read) => {
        const isHome = isPlainHome(path, search)
        const make = () =>
          read((database) => pageResponse(pageContext({ database, clock }, origin, api), path, isHome ? '' : search))
        return isHome ? headOfHome(JSON.stringify([origin, api]), make) : make()
      })
      return inTime(answer.catch(unanswered))
    },
    async home(http, path) {
      // With Save-Data the page requests smaller pictures than the prerendered one would.
      if (!isPlainHome(path, new URL(http.req.url).search) || http.req.header('Save-Data') === 'on') return undefined
      return inTime((async () => (await home)?.())().catch(unanswered))
    },
    async file(http, path, origin) {
      if (path === '/robots.txt') return text(http, 'text/plain; charset=utf-8', robotsText(origin))
      if (origin === undefined || !/^\/sitemaps?[./]/.test(path)) return undefined
      try {
        const read = await queryCatalogue
        if (path === '/sitemap.xml') return text(http, XML, await read((database) => sitemapIndex(database, origin)))
        const name = path.replace('/sitemaps/', '')
        const pieces = await read((database) => sitemapFile(database, origin, name))
        return pieces && streamed(http, pieces)
      } catch (error) {
        reportError('A sitemap failed', error)
        return http.text('Not now', 503, { 'Retry-After': '60' })
      }
    },
  }
}

/** The plain home; its content does not depend on the query. */
function isPlainHome(path: string, search: string): boolean {
  return path === '/' && hasOnlyArrivalParameters(search)
}

/** A page without head or content is better than no page. */
function unanswered(error: unknown): undefined {
  reportError('A page is sent without its head or its content', error)
  return undefined
}

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function text(http: Context, type: string, body: string): Response {
  http.header('Cache-Control', HOURLY)
  http.header('Content-Type', type)
  return http.body(body)
}

/** Streams with backpressure and compresses on the way. */
function streamed(http: Context, pieces: AsyncGenerator<string>): Response {
  http.header('Cache-Control', HOURLY)
  http.header('Content-Type', XML)
  http.header('Vary', 'Accept-Encoding')
  if (http.req.method === 'HEAD') {
    pieces.return(undefined).catch(ignoring('closing a sitemap'))
    return http.body(null)
  }
  const plain = Readable.from(pieces, { objectMode: false })
  if (!acceptedCompressions(http).includes('gzip')) return http.body(streamBody(http, plain))
  http.header('Content-Encoding', 'gzip')
  // A failure on either side ends both. The failure itself is reported where the body is read.
  return http.body(
    streamBody(
      http,
      pipeline(plain, createGzip(), () => undefined),
    ),
  )
}
