import { MENU_RESULTS, PER_PAGE } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/pageMeta.ts'
import { correct } from './correction.ts'
import { genresOf } from './genres.ts'
import { type SearchTerms, searchTerms, withoutNoise } from './searchText.ts'
import { browseTitles, type FoundTitles, MENU_DEPTH, SEARCH_DEPTH, searchTitles } from './titleSearch.ts'

/** A page of titles as `titles/search` answers it. */
export async function findTitles(
  database: Database,
  query: TitleSearch,
): Promise<{ data: TitleCard[]; meta: PageMeta }> {
  if (query.resource === 'menu') {
    const { cards } = await find(database, query, { offset: 0, limit: MENU_RESULTS }, MENU_DEPTH)
    return { data: cards, meta: pageMeta({ page: 1, perPage: MENU_RESULTS, total: cards.length }) }
  }
  const { page = 1, per_page: perPage = PER_PAGE } = query
  const { cards, total } = await find(database, query, { offset: (page - 1) * perPage, limit: perPage }, SEARCH_DEPTH)
  return { data: cards, meta: pageMeta({ page, perPage, total }) }
}

interface Piece {
  offset: number
  limit: number
}

async function find(database: Database, query: TitleSearch, piece: Piece, depth: number): Promise<FoundTitles> {
  const filter = { type: query.type, is_dubbed: query.is_dubbed, genre: query.genre }
  if (query.genre !== undefined && genresOf([query.genre]).length === 0) return { cards: [], total: 0 }
  if (query.q === '') return browseTitles(database, filter, query.order_by ?? 'newest', piece)
  const asked = searchTerms(query.q)
  const search = (terms: SearchTerms) => searchTitles(database, terms, filter, query.order_by, { ...piece, depth })
  // What was meant is asked step by step, and only by those who found nothing.
  for (const attempt of asked ? attemptsAt(database, asked) : []) {
    const terms = await attempt()
    const found = terms && (await search(terms))
    if (found && found.total > 0) return found
  }
  return { cards: [], total: 0 }
}

/** The query as it stands; without words that say nothing about a title; with its mistyped words put right. */
function attemptsAt(database: Database, asked: SearchTerms): (() => Promise<SearchTerms | undefined>)[] {
  const plain = withoutNoise(asked)
  return [
    async () => asked,
    async () => plain,
    () => correct(database, 'title', asked),
    async () => plain && correct(database, 'title', plain),
  ]
}
