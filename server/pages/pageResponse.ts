import * as v from 'valibot'
import { PER_PAGE } from '#contract/limits.ts'
import { IdText } from '#contract/shapes.ts'
import { TitleSearch } from '#contract/titles.ts'
import { allCollections } from '#server/catalogue/collections.ts'
import { comingTitles } from '#server/catalogue/comingTitles.ts'
import { allGenres } from '#server/catalogue/genres/countedGenres.ts'
import { genresOf } from '#server/catalogue/genres/genres.ts'
import { browseTitles } from '#server/catalogue/search/browseTitles.ts'
import { pageWords } from '#server/text/messages.ts'
import type { Head } from './head.ts'
import type { PageContext } from './pageContext.ts'
import { collectionPage, filesPage, genrePage, personsPage, titlesPage } from './recordPages.ts'
import { type ListPath, type Screen, screenAt } from './screens.ts'
import { breadcrumbData, listData, named, siteData } from './structuredData.ts'

/** The response to an address of the app: a page with a head, or a redirect to the canonical address. */
export type PageResponse = { status: 200 | 404; head: Head } | { redirect: string }

/** `path` is decoded; `search` is the query as sent, with its question mark. */
export async function pageResponse(context: PageContext, path: string, search: string): Promise<PageResponse> {
  const screen = screenAt(path)
  if (!screen) return withoutTrailingSlash(path, search) ?? missing()
  const query = v.parse(TitleSearch, Object.fromEntries(new URLSearchParams(search)))
  if (screen.kind === 'private') return { status: 200, head: unindexedHead(pageWords.site) }
  if (screen.kind === 'list') return { status: 200, head: await listHead(context, screen.path, query) }
  const found = await recordPage(context, screen, query)
  if (!found) return missing()
  // Compares decoded paths: the same slug can be encoded in several ways.
  return found.address === path ? { status: 200, head: found.head } : { redirect: `${found.address}${search}` }
}

/** The head of a page that must not be indexed. */
function unindexedHead(title: string): Head {
  return { title, description: undefined, path: undefined, type: 'website', image: undefined, data: [] }
}

function missing(): PageResponse {
  return { status: 404, head: unindexedHead(pageWords.title(pageWords.missing)) }
}

/** Redirects if only a trailing slash is wrong. */
function withoutTrailingSlash(path: string, search: string): PageResponse | undefined {
  const plain = path.replace(/\/+$/, '')
  return plain !== path && plain !== '' && screenAt(plain) ? { redirect: `${encodeURI(plain)}${search}` } : undefined
}

async function recordPage(
  context: PageContext,
  screen: Exclude<Screen, { kind: 'list' | 'private' }>,
  query: TitleSearch,
) {
  const id = v.safeParse(IdText, screen.id)
  if (!id.success) return undefined
  if (screen.kind === 'person') return personsPage(context, id.output, screen.role)
  if (screen.kind === 'title') return titlesPage(context, id.output)
  if (screen.kind === 'files') return filesPage(context, id.output)
  if (screen.kind === 'genre') return genrePage(context, id.output, query)
  return collectionPage(context, id.output)
}

async function listHead(context: PageContext, path: ListPath, query: TitleSearch): Promise<Head> {
  const isBrowsing = path === '/' || path === '/tv'
  if (isBrowsing && query.q !== '') return unindexedHead(pageWords.title(pageWords.results(query.q)))
  const [listName, description] = pageWords.lists[path]
  const address = isBrowsing ? `${path}${filterOf(path, query)}` : path
  const isHome = address === '/'
  const name = path === '/' && !isHome ? viewName(query) : listName
  const items = await itemsOf(context, path, query)
  const list = listData({ name, description, path: address }, items, context.whole)
  return {
    title: isHome ? pageWords.home : pageWords.title(name),
    description,
    path: address,
    type: 'website',
    image: undefined,
    data: isHome ? [siteData(context.whole), list] : [breadcrumbData([{ name, path: address }], context.whole), list],
  }
}

function viewName({ type, is_dubbed, genre }: TitleSearch): string {
  return pageWords.titleList(type, is_dubbed, genre === undefined ? undefined : genresOf([genre])[0]?.titleFa)
}

async function itemsOf({ database, clock }: PageContext, path: ListPath, query: TitleSearch) {
  if (path === '/' || path === '/tv') {
    const filter = {
      type: path === '/tv' ? 'series' : query.type,
      is_dubbed: query.is_dubbed,
      genre: query.genre,
    } as const
    const piece = { offset: ((query.page ?? 1) - 1) * PER_PAGE, limit: PER_PAGE }
    return named((await browseTitles(database, filter, query.order_by ?? 'newest', piece)).cards)
  }
  if (path === '/categories')
    return (await allGenres(database)).map(({ titleFa: name, path: at }) => ({ name, path: at }))
  if (path === '/collections')
    return (await allCollections(database)).map(({ titleFa: name, path: at }) => ({ name, path: at }))
  if (path === '/comingsoon')
    return named((await comingTitles(database, 'all', { offset: 0, limit: PER_PAGE }, clock())).titles)
  return []
}

/** The filters that make a different list; the order does not. */
function filterOf(path: ListPath, { type, is_dubbed, genre, page = 1 }: TitleSearch): string {
  const parts = new URLSearchParams()
  if (path === '/' && type !== 'all') parts.set('type', type)
  if (is_dubbed) parts.set('is_dubbed', '1')
  if (genre !== undefined) parts.set('genre', String(genre))
  if (page > 1) parts.set('page', String(page))
  return parts.size === 0 ? '' : `?${parts}`
}
