import * as v from 'valibot'
import type { CollectionCard } from '#contract/collections.ts'
import { collectionsApi } from '#contract/collections.ts'
import { FILE_LANGUAGES, type File, filesApi, type Stream } from '#contract/files.ts'
import type { Genre, GenreTile } from '#contract/genres.ts'
import { PER_PAGE_MAX } from '#contract/limits.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { type Title, titlesApi } from '#contract/titles.ts'
import { type Trailer, type Watch, type WatchEpisode, watchKey } from '#contract/watch.ts'
import { type CallOptions, call } from '#data/network/call.ts'
import { dataOr, unlessMissing } from '#data/network/optionalCall.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { cachedCardByImdb, rememberCards } from './cardCache.ts'

/*
 * Finds the answers of optional calls with the calls of docs/specification.md, section 7 (docs/backend.md). Loaded when a
 * server has refused an optional call.
 */

/** Number of titles whose pages are read for their collections. */
const COLLECTION_TITLES = 12
/** Covers of a genre's tile. */
const COVERS = 3
/** A link without an end is renewed after this, in ms. */
const LINK_LIFE = 3_600_000

/** The genres of the best-known titles, most titles first. Their counts are unknown: 0. */
export async function genresOfTitles(options: CallOptions): Promise<Genre[]> {
  return genresOf(await bestKnown(PER_PAGE_MAX, options))
}

/** Tiles of these genres, or of the best-known titles' genres, with posters of those titles. No two share a poster. */
export async function tilesOfTitles(genres: Genre[] | undefined, options: CallOptions): Promise<GenreTile[]> {
  const cards = await bestKnown(PER_PAGE_MAX, options)
  const used = new Set<string>()
  return (genres ?? genresOf(cards)).map((genre) => {
    const own = cards.filter(
      ({ genres, poster }) => poster !== null && !used.has(poster) && genres.some(({ id }) => id === genre.id),
    )
    const covers = own.slice(0, COVERS).map(({ poster, posterColor }) => ({ poster, posterColor }))
    for (const { poster } of covers) if (poster !== null) used.add(poster)
    return { ...genre, covers }
  })
}

function genresOf(cards: readonly TitleCard[]): Genre[] {
  const counts = new Map<number, { genre: Genre; titles: number }>()
  for (const { id, titleFa } of cards.flatMap(({ genres }) => genres)) {
    const known = counts.get(id)
    const slug = encodeURIComponent(titleFa.trim().replace(/[\s/\\]+/g, '-')) || '-'
    const genre = { id, titleFa, titleEn: '', path: `/genres/${id}/${slug}`, count: 0 }
    counts.set(id, { genre: known?.genre ?? genre, titles: (known?.titles ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.titles - one.titles).map(({ genre }) => genre)
}

/** The collections of the best-known titles. */
export async function collectionsOfTitles(options: CallOptions): Promise<CollectionCard[]> {
  const cards = await bestKnown(COLLECTION_TITLES, options)
  const titles = await Promise.all(cards.map(({ id }) => titleUnlessMissing(id, options)))
  const ids = new Set(titles.flatMap((title) => title?.collection?.id ?? []))
  const found = await Promise.all(
    [...ids].map((id) => unlessMissing(call(collectionsApi.show, { params: { id }, query: { type: 'alt' } }, options))),
  )
  return found.flatMap((answer) => (answer ? [answer.data] : [])).map(({ titles: _, ...card }) => card)
}

/** The files that a title's own answer contains; undefined for an unknown title. */
export async function filesInTitle(id: number, options: CallOptions): Promise<File[] | undefined> {
  const title = await titleUnlessMissing(id, options)
  return title && (title.files ?? [])
}

/** Builds the answer of the watch call from the title and its files; undefined when there is nothing to play. */
export async function watchFromTitle(
  imdb: string,
  id: number,
  dub: 0 | 1 | undefined,
  options: CallOptions,
): Promise<Watch | undefined> {
  const title = await titleOfKey(imdb, id, options)
  if (!title) return undefined
  const files = await dataOr(call(filesApi.list, { params: { id: title.id } }, options), () => title.files ?? [])
  const named = files.find((file) => file.id === id)
  const episodes = title.seasons.flatMap(({ number, episodes }) => episodes.map((one) => ({ ...one, season: number })))
  // The id of a series starts its first episode.
  const episodeId = named ? named.episodeId : (episodes.find((one) => one.id === id)?.id ?? episodes[0]?.id ?? null)
  const versions = versionsOf(files, episodeId)
  const requested = versions.find(({ language }) => dub !== undefined && (dub === 1) === (language === 'dubbed'))
  const kept = named && (requested === undefined || requested.language === named.language) ? named : undefined
  const file = kept ?? requested ?? versions[0]
  if (!file) return undefined
  const at = episodes.findIndex((one) => one.id === episodeId)
  const episodeAt = (index: number): WatchEpisode | null => {
    const episode = at < 0 ? undefined : episodes[index]
    if (!episode) return null
    const others = versionsOf(files, episode.id)
    const other = others.find(({ language }) => language === file.language) ?? others[0]
    const { id, season, number, titleFa, titleEn } = episode
    return { id, season, number, titleFa, titleEn, fileId: other?.id ?? id }
  }
  return {
    title: v.parse(TitleCard, title),
    backdrop: title.backdrop,
    fileId: file.id,
    quality: kept ? kept.quality : null,
    language: file.language,
    versions: versions.map(({ language, id: fileId }) => ({ language, fileId })),
    episode: episodeAt(at),
    previous: episodeAt(at - 1),
    next: episodeAt(at + 1),
    stream: streamOf(file),
    needs: file.stream === null && file.download === null ? file.needs : null,
  }
}

/** The first file of each version of a film or an episode, dubbed first. The server lists the best files first. */
function versionsOf(files: readonly File[], episodeId: number | null): File[] {
  const own = files.filter((file) => file.episodeId === episodeId)
  return FILE_LANGUAGES.flatMap((language) => own.find((file) => file.language === language) ?? [])
}

/** The stream of a file's link. It lists no qualities, so that it cannot be downloaded in the app. */
function streamOf(file: File): Stream | null {
  const master = file.stream ?? file.download
  if (master === null) return null
  const now = clock.now()
  return {
    master,
    expiresAt: file.expiresAt ?? new Date(now + LINK_LIFE).toISOString(),
    now: new Date(now).toISOString(),
    keepUntil: null,
    version: String(file.id),
    durationSeconds: file.durationSeconds ?? 0,
    qualities: [],
    audios: [],
    subtitles: file.subtitles,
    thumbnails: null,
    chapters: [],
  }
}

/** The trailer in the title's own answer; undefined without one. */
export async function trailerFromTitle(imdb: string, options: CallOptions): Promise<Trailer | undefined> {
  const title = await titleOfKey(imdb, undefined, options)
  if (!title?.trailer) return undefined
  const { backdrop, trailer } = title
  return {
    title: v.parse(TitleCard, title),
    backdrop,
    durationSeconds: null,
    sources: trailer.sources,
    subtitles: [],
    thumbnails: null,
  }
}

/** Finds a card by its IMDb id: on this device, or in the titles that a search for the id or the name finds. */
export async function findCard(imdb: string, name: string, options: CallOptions): Promise<TitleCard | undefined> {
  const cached = await cachedCardByImdb(imdb)
  if (cached) return cached
  for (const q of name === '' ? [imdb] : [imdb, name]) {
    const { data } = await call(titlesApi.search, { query: { q } }, options)
    const found = data.find((card) => card.imdb === imdb)
    if (found) return found
  }
  return undefined
}

/** The title of an address of the player. `id`: the title's own, unless it is of an episode or a file. */
async function titleOfKey(key: string, id: number | undefined, options: CallOptions): Promise<Title | undefined> {
  const named = /^t(\d+)$/.exec(key)?.[1]
  const card = named === undefined ? await findCard(key, '', options) : { id: Number(named) }
  const title = card && (await titleUnlessMissing(card.id, options))
  if (title || id === undefined) return title
  const byId = await titleUnlessMissing(id, options)
  if (!byId || watchKey(byId) !== key) return undefined
  // The next call may name a file or an episode, which leads to no title.
  await rememberCards([byId]).catch(ignoring(...STORAGE_ERRORS))
  return byId
}

async function bestKnown(count: number, options: CallOptions): Promise<TitleCard[]> {
  const { data } = await call(titlesApi.search, { query: { order_by: 'votes', per_page: count } }, options)
  return data.slice(0, count)
}

async function titleUnlessMissing(id: number, options: CallOptions): Promise<Title | undefined> {
  return (await unlessMissing(call(titlesApi.show, { params: { id } }, options)))?.data
}
