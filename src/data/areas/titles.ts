import * as v from 'valibot'
import { page as pageOf } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { ComingTitle, Slide, Title, type TitleSearch, titlesApi } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { storeLike } from './reactions.ts'
import { rememberCards, rememberPeople } from './seenCards.ts'

const SearchPage = pageOf(TitleCard)
export type TitlePage = v.InferOutput<typeof SearchPage>
const ComingTitles = pageOf(ComingTitle)
export type ComingPage = v.InferOutput<typeof ComingTitles>

/** One page of titles: the home grid and the full search. */
export function titleSearch(search: Partial<TitleSearch>): Read<TitlePage> {
  const query = { ...search }
  return read({
    key: ['titles', 'search', query],
    shape: SearchPage,
    fetch: (options) => call(titlesApi.search, { query }, options),
    remember: ({ data }) => rememberCards(data),
  })
}

/** The light answer of the search menu; not remembered as such, its cards are. */
export async function searchMenuTitles(q: string, signal?: AbortSignal): Promise<TitleCard[]> {
  const { data } = await call(titlesApi.search, { query: { q, resource: 'menu' } }, { signal })
  await rememberCards(data).catch(() => undefined)
  return data
}

/** One page of what is still to come. */
export function comingSoon(sight: { type: TitleSearch['type']; page: number }): Read<ComingPage> {
  const query = { ...(sight.type !== 'all' && { type: sight.type }), ...(sight.page > 1 && { page: sight.page }) }
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
 * One title whole. What it says of the signed-in person goes to that person's database and nowhere else: the copy
 * kept for the device and in the query cache is the same for everyone.
 */
export function title(id: number, dub = false): Read<Title> {
  const key = `${id}${dub ? ':dub' : ''}`
  return {
    key: ['titles', 'show', id, dub],
    shape: Title,
    async fetch(options) {
      const { data } = await call(titlesApi.show, { params: { id }, query: { dub } }, options)
      if (data.viewer) await storeLike(id, data.viewer, data.likes).catch(() => undefined)
      return { ...data, viewer: null }
    },
    async look() {
      const { titles } = await device()
      const kept = await titles.get(key)
      const parsed = v.safeParse(Title, kept?.title)
      return kept && parsed.success ? { data: parsed.output, at: kept.at } : undefined
    },
    async store(data) {
      const database = await device()
      await durableWrite(database, async () => {
        await database.titles.put({ key, id, title: data, at: clock.now() })
        await rememberCards([v.parse(TitleCard, data)])
        await rememberPeople([...data.directors, ...data.cast])
      })
    },
  }
}

export function similarTitles(id: number): Read<TitleCard[]> {
  return read({
    key: ['titles', 'similar', id],
    shape: v.array(TitleCard),
    fetch: async (options) => (await call(titlesApi.similar, { params: { id } }, options)).data,
    remember: rememberCards,
  })
}

export function directorTitles(id: number): Read<TitleCard[]> {
  return read({
    key: ['titles', 'director-titles', id],
    shape: v.array(TitleCard),
    fetch: async (options) => (await call(titlesApi.directorTitles, { params: { id } }, options)).data,
    remember: rememberCards,
  })
}

/** Which of these titles, or of all, can be opened without a network. */
export async function openedTitles(ids?: number[]): Promise<Set<number>> {
  const { titles } = await device()
  const opened = ids ? titles.where('id').anyOf(ids) : titles.orderBy('id')
  return new Set((await opened.uniqueKeys()).map(Number))
}

/** What this device knows of a title without having opened it: enough for the head of its page. */
export async function seenCard(id: number): Promise<TitleCard | undefined> {
  const { cards } = await device()
  const kept = await cards.get(id).catch(() => undefined)
  const read = v.safeParse(TitleCard, kept?.card)
  return read.success ? read.output : undefined
}

/** The seasons of those titles that were opened on this device. */
export async function seenSeasons(ids: number[]): Promise<Map<number, Title['seasons']>> {
  const { titles } = await device()
  const kept = await titles.where('id').anyOf(ids).toArray()
  return new Map(
    kept.flatMap(({ id, title: raw }) => {
      const read = v.safeParse(Title, raw)
      return read.success ? [[id, read.output.seasons]] : []
    }),
  )
}
