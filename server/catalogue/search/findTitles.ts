import { MENU_RESULTS, PER_PAGE, SEARCH_DEPTH } from '#contract/limits.ts'
import { imdbIdIn } from '#contract/requests.ts'
import { parseQuery, type Query, withoutFillerWords } from '#contract/search/query.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { TitleSearch } from '#contract/titles.ts'
import { genresOf } from '#server/catalogue/genres/genres.ts'
import type { Database } from '#server/database/connect.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { browseTitles, type FoundTitles, type PageRange, titleOfImdb } from './browseTitles.ts'
import { termsOf } from './searchTerms.ts'
import { MENU_DEPTH, searchMeantTitles, searchTitles } from './searchTitles.ts'
import { spellingAlternatives } from './spellingCorrection.ts'

/** A page of results for `titles/search`. */
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

async function find(database: Database, asked: TitleSearch, piece: PageRange, depth: number): Promise<FoundTitles> {
  const filter = { type: asked.type, is_dubbed: asked.is_dubbed, genre: asked.genre }
  if (asked.genre !== undefined && genresOf([asked.genre]).length === 0) return { cards: [], total: 0 }
  if (asked.q === '') return browseTitles(database, filter, asked.order_by ?? 'newest', piece)
  const imdb = imdbIdIn(asked.q)
  if (imdb !== undefined) return titleOfImdb(database, imdb, filter, piece)
  const query = parseQuery(asked.q)
  const search = { ...piece, filter, order: asked.order_by ?? 'votes', depth }
  const written = async (one: Query) => searchTitles(database, termsOf(one), search)
  const meant = async ({ spellings: [words = []] }: Query) => {
    const meanings = await spellingAlternatives(database, 'title', words)
    return meanings && searchMeantTitles(database, meanings, search)
  }
  return (query && (await firstFound(query, [written, meant]))) ?? { cards: [], total: 0 }
}

type Attempt<Found> = (query: Query) => Promise<Found | undefined>

/**
 * Runs the attempts one after the other until one finds something: the query as typed, without words that say nothing
 * about a title, then with spelling corrections.
 */
async function firstFound(query: Query, attempts: Attempt<FoundTitles>[]): Promise<FoundTitles | undefined> {
  const plain = withoutFillerWords(query)
  for (const attempt of attempts) {
    for (const one of plain ? [query, plain] : [query]) {
      const found = await attempt(one)
      if (found && found.total > 0) return found
    }
  }
  return undefined
}
