import * as v from 'valibot'
import { genresApi } from '#contract/genres.ts'
import { page as pageOf } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { ComingTitle, Slide, Title, type TitleSearch, titlesApi } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { durableStore } from '#data/database/durableWrite.ts'
import { lazyDatabases } from '#data/database/lazy.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { rememberCards, rememberPeople } from './cardCache.ts'
import { updateListedCards } from './listedCards.ts'
import { parseValid } from './parseValid.ts'
import { storeLike } from './reactions.ts'

const SearchPage = pageOf(TitleCard)
export type TitlePage = v.InferOutput<typeof SearchPage>
const ComingTitles = pageOf(ComingTitle)
export type ComingPage = v.InferOutput<typeof ComingTitles>

/** One page of titles, for the home grid and the full search. */
export function titleSearch(search: Partial<TitleSearch>): Read<TitlePage> {
  const query = { ...search }
  return read({
    key: ['titles', 'search', query],
    shape: SearchPage,
    fetch: (options) => call(titlesApi.search, { query }, options),
    remember: ({ data }) => rememberCards(data),
    partial: async ({ packedGenre }) => (query.genre && !query.q ? packedGenre(query.genre, query.type) : undefined),
  })
}

/**
 * One page of a genre's titles, with the genre's own call (docs/specification.md, section 7). Shares its cached answer
 * with the same search, whose content is equal.
 */
export function genreTitles(search: Partial<TitleSearch> & { genre: number }): Read<TitlePage> {
  const { genre: id, type, order_by, is_dubbed, page } = search
  return {
    ...titleSearch(search),
    async fetch(options) {
      const query = { type, order_by, is_dubbed, page }
      const { data, meta } = await call(genresApi.show, { params: { id }, query }, options)
      return { data: data.titles, meta }
    },
  }
}

/** Searches titles for the search menu. The answer is not cached, its cards are. */
export async function searchMenuTitles(q: string, signal?: AbortSignal): Promise<TitleCard[]> {
  const { data } = await call(titlesApi.search, { query: { q, resource: 'menu' } }, { signal })
  await rememberCards(data).catch(ignoring(...STORAGE_ERRORS))
  return data
}

/** One page of upcoming titles. */
export function comingSoon(view: { type: TitleSearch['type']; page: number }): Read<ComingPage> {
  const query = { ...(view.type !== 'all' && { type: view.type }), ...(view.page > 1 && { page: view.page }) }
  return read({
    key: ['titles', 'comingsoon', query],
    shape: ComingTitles,
    fetch: (options) => call(titlesApi.comingSoon, { query }, options),
    remember: ({ data }) => rememberCards(data),
  })
}

export function slideshow(type: TitleSearch['type'] = 'all'): Read<Slide[]> {
  return read({
    key: ['titles', 'slideshow', type],
    shape: v.array(Slide),
    fetch: async (options) => (await call(titlesApi.slideshow, { query: { type } }, options)).data,
    remember: rememberCards,
  })
}

/**
 * A title with all details. The signed-in user's like goes to their own database only: the copies on the device and in
 * the query cache are the same for all users.
 */
export function title(id: number, dub = false): Read<Title> {
  const key = `${id}${dub ? ':dub' : ''}`
  return {
    key: ['titles', 'show', id, dub],
    shape: Title,
    async fetch(options) {
      const { data } = await call(titlesApi.show, { params: { id }, query: { dub } }, options)
      if (data.viewer) await storeLike(id, data.viewer, data.likes).catch(ignoring(...STORAGE_ERRORS))
      // Links to files are signed for one user; `titleFiles` reads them.
      const { files: _, ...shown } = data
      return { ...shown, viewer: null }
    },
    async look() {
      const cached = await (await lazyDatabases()).packedPages.cachedTitle(id, dub)
      const parsed = v.safeParse(Title, cached?.data)
      return cached && parsed.success ? { data: parsed.output, at: cached.at } : undefined
    },
    async store(data) {
      const database = await device()
      const card = v.parse(TitleCard, data)
      await durableStore(database, async () => {
        await database.titles.put({ key, id, title: data, at: clock.now() })
        await rememberCards([card])
        await rememberPeople([...data.directors, ...data.cast])
      })
      await updateListedCards([card])
    },
  }
}

export function similarTitles(id: number): Read<TitleCard[]> {
  return read({
    key: ['titles', 'similar', id],
    shape: v.array(TitleCard),
    packed: ({ packedSimilar }) => packedSimilar(id),
    fetch: async (options) => (await call(titlesApi.similar, { params: { id } }, options)).data,
    remember: rememberCards,
  })
}

export function directorTitles(id: number): Read<TitleCard[]> {
  return read({
    key: ['titles', 'director-titles', id],
    shape: v.array(TitleCard),
    packed: ({ packedByDirectors }) => packedByDirectors(id),
    fetch: async (options) => (await call(titlesApi.directorTitles, { params: { id } }, options)).data,
    remember: rememberCards,
  })
}

/** Returns which of these titles, or of all, can be opened offline. */
export async function openedTitles(ids?: number[]): Promise<Set<number>> {
  return new Set(await (await lazyDatabases()).packedPages.cachedTitleIds(ids))
}

/** Returns the cached card of a title, for the page header before the page has loaded. */
export async function cachedCard(id: number): Promise<TitleCard | undefined> {
  const { deviceDatabase, packedPages } = await lazyDatabases()
  const cached = await readFromDevice(
    async () => (await deviceDatabase.cards.get(id))?.card ?? (await packedPages.cachedTitle(id, false))?.data,
  )
  const read = v.safeParse(TitleCard, cached)
  return read.success ? read.output : undefined
}

/** Returns the seasons of those titles whose page is cached. */
export async function cachedSeasons(ids: number[]): Promise<Map<number, Title['seasons']>> {
  const { deviceDatabase, packedPages } = await lazyDatabases()
  const packed = await packedPages.packedTitles(ids)
  const opened = await deviceDatabase.titles.where('id').anyOf(ids).toArray()
  return new Map(
    [...packed, ...opened.map(({ title: raw }) => raw)]
      .flatMap((raw) => parseValid(Title, raw))
      .map(({ id, seasons }) => [id, seasons]),
  )
}
