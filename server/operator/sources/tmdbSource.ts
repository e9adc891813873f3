import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isMissing } from '#server/platform/reportError.ts'
import { type AskedServer, ask, jsonOf, NotFound } from './askServer.ts'
import type { SourceOutput } from './sourceOutput.ts'
import { CAST_MAX, GENRES_MAX, isPersian, originOf, plainText, type Refuse, type SourceRow } from './sourceRows.ts'
import { Details, Found, type Person, Season, TMDB_GENRES } from './tmdbAnswers.ts'

export interface TmdbOptions {
  /** the wanted titles, with their lines in the operator's file */
  ids: ReadonlyMap<string, number>
  output: SourceOutput
  clock: () => Date
  refuse: Refuse
  onProgress: (rows: number) => void
  /** the operator's API read access token; secret */
  token: string
  /** whether to include adult titles */
  adult: boolean
  /** folder for posters and backdrops; undefined: none is loaded and named */
  images: string | undefined
  urls?: { api: string; images: string }
  server?: Partial<AskedServer>
}

/** Pictures in the width that the app shows at most (https://developer.themoviedb.org/docs/image-basics). */
const URLS = { api: 'https://api.themoviedb.org/3', images: 'https://image.tmdb.org/t/p' }
const WIDTHS = { poster: 'w780', backdrop: 'w1280' } as const

/**
 * Writes titles with TMDB's facts in Persian (`fa-IR`), found by IMDb id. The rows tell the day they were fetched, since TMDB's
 * content may be kept for six months (https://www.themoviedb.org/api-terms-of-use). Throws a `CommandError` when TMDB cannot
 * be read or refuses the token; the same output continues.
 */
export async function writeTmdbTitles(options: TmdbOptions): Promise<{ titles: number }> {
  const { ids, output, refuse, token, urls = URLS } = options
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}`, 'User-Agent': 'Parde/1.0' }
  const server: AskedServer = { name: 'TMDB', headers, ...options.server }
  const read = <Output>(path: string, parameters: Record<string, string>, schema: v.GenericSchema<unknown, Output>) => {
    const url = new URL(`${urls.api}${path}`)
    url.search = String(new URLSearchParams(parameters))
    return ask(server, url, (body) => {
      const parsed = v.safeParse(schema, jsonOf(body))
      return parsed.success ? parsed.output : undefined
    })
  }
  let count = 0
  for (const [id, line] of ids) {
    if (output.hasTitle(id)) continue
    const reason = await writeTitle(id, { ...options, read, origin: originOf('tmdb', options.clock()), urls, server })
    if (reason === undefined) options.onProgress(++count)
    else refuse(line, `${id}: ${reason}`)
  }
  return { titles: count }
}

interface Reading extends Omit<TmdbOptions, 'urls' | 'server'> {
  read: <Output>(
    path: string,
    parameters: Record<string, string>,
    schema: v.GenericSchema<unknown, Output>,
  ) => Promise<Output>
  origin: object
  urls: { images: string }
  server: AskedServer
}

/** Writes a title; returns why it cannot be written. */
async function writeTitle(imdb: string, options: Reading): Promise<string | undefined> {
  const { read, adult, origin, output, images } = options
  try {
    const { movie_results, tv_results } = await read(`/find/${imdb}`, { external_source: 'imdb_id' }, Found)
    const [movie, series] = [movie_results[0], tv_results[0]]
    const kind = movie ? 'movie' : 'tv'
    const found = movie ?? series
    if (!found) return 'TMDB has no film or series with this IMDb id'
    const language = { language: 'fa-IR' }
    const path = `/${kind}/${found.id}`
    const details = await read(path, { ...language, append_to_response: 'credits,translations' }, Details)
    if (details.adult && !adult) return 'is an adult title'
    const seasons: Season[] = []
    for (const { season_number: number } of kind === 'tv' ? details.seasons : []) {
      // Season 0 has the specials.
      if (number > 0) seasons.push(await read(`${path}/season/${number}`, language, Season))
    }
    const pictures: SourceRow = {
      ...(details.poster_path && { poster: fileOf(details.poster_path) }),
      ...(details.backdrop_path && { backdrop: fileOf(details.backdrop_path) }),
    }
    if (images !== undefined) {
      if (details.poster_path) await loadPicture('poster', details.poster_path, { ...options, images })
      if (details.backdrop_path) await loadPicture('backdrop', details.backdrop_path, { ...options, images })
    }
    const { title, people } = titleOf(imdb, kind, details, seasons)
    return await output.write({ title: { ...title, ...(images !== undefined && pictures), source: origin }, people })
  } catch (error) {
    if (error instanceof NotFound) return 'TMDB has removed it'
    throw error
  }
}

function titleOf(imdb: string, kind: 'movie' | 'tv', details: Details, seasons: readonly Season[]) {
  const named = (language: string) => {
    const data = details.translations.translations.find(({ iso_639_1 }) => iso_639_1 === language)?.data
    return { name: plainText(data?.title ?? data?.name), overview: plainText(data?.overview) }
  }
  const original = plainText(details.original_title ?? details.original_name)
  const originalIn = (language: string) => (details.original_language === language ? original : undefined)
  const titleEn = named('en').name ?? originalIn('en') ?? plainText(details.title ?? details.name) ?? original
  const titleFa = named('fa').name ?? originalIn('fa') ?? titleEn
  const day = details.release_date ?? details.first_air_date ?? ''
  const runtime = details.runtime ?? details.episode_run_time[0]
  const { cast, crew } = details.credits
  const directors = [...crew.filter(({ job }) => job === 'Director'), ...(kind === 'tv' ? details.created_by : [])]
  const shownCast = uniqueById(cast).slice(0, CAST_MAX)
  const countries = details.production_countries.map(({ iso_3166_1 }) => iso_3166_1)
  const title: SourceRow = {
    kind: 'title',
    imdb,
    type: kind === 'tv' ? 'series' : 'movie',
    titleEn,
    titleFa,
    ...(original !== undefined && original !== titleEn && original !== titleFa && { otherNames: [original] }),
    year: Number(day.slice(0, 4) || Number.NaN),
    ...(day !== '' && { releasedAt: day }),
    ...(runtime && { runtime }),
    genres: [...new Set(details.genres.flatMap(({ id }) => TMDB_GENRES[id] ?? []))].slice(0, GENRES_MAX),
    countries: (countries.length > 0 ? countries : details.origin_country).slice(0, 20),
    languages: languageOf(details.original_language),
    ...(details.vote_count && details.vote_average && details.vote_average >= 1
      ? { rating: details.vote_average, votes: details.vote_count }
      : {}),
    ...(named('fa').overview && { synopsis: named('fa').overview }),
    directors: uniqueById(directors).map(keyOf),
    cast: shownCast.map(({ character, ...person }) => ({
      person: keyOf(person),
      character: plainText(character) ?? null,
    })),
    ...(kind === 'tv' && { seasons: seasons.map(seasonOf) }),
  }
  return { title, people: uniqueById([...directors, ...shownCast]).map(personOf) }
}

/** Episodes with numbers that the import refuses, such as 0, are left out. */
function seasonOf({ season_number, episodes }: Season): SourceRow {
  const numbered = episodes.filter(({ episode_number: number }) => number >= 1 && number <= 999)
  return {
    number: season_number,
    episodes: numbered.map(({ episode_number, name, air_date, runtime }) => ({
      number: episode_number,
      ...(plainText(name) && { titleFa: plainText(name) }),
      ...(air_date && { airedAt: air_date }),
      ...(runtime && { runtime }),
    })),
  }
}

/** TMDB writes `cn` for Cantonese and `xx` for no language. */
function languageOf(code: string | null | undefined): string[] {
  if (!code || code === 'xx') return []
  return [code === 'cn' ? 'zh' : code]
}

function keyOf({ id }: { id: number }): string {
  return `tmdb-${id}`
}

function personOf({ id, name, original_name }: Person): SourceRow & { key: string } {
  const [shown, original] = [plainText(name), plainText(original_name)]
  const persian = [shown, original].find((one) => one !== undefined && isPersian(one))
  const nameEn = [original, shown].find((one) => one !== undefined && !isPersian(one)) ?? original ?? shown
  return { kind: 'person', key: keyOf({ id }), nameEn, nameFa: persian ?? nameEn }
}

function uniqueById<Entry extends { id: number }>(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ id }, place) => entries.findIndex((other) => other.id === id) === place)
}

function fileOf(path: string): string {
  return `tmdb${path.replace('/', '-')}`
}

/** Loads a picture unless the folder has it. A file appears when it is complete. */
async function loadPicture(
  kind: keyof typeof WIDTHS,
  path: string,
  { images, urls, server }: Reading & { images: string },
): Promise<void> {
  const file = join(images, fileOf(path))
  if (await exists(file)) return
  await mkdir(images, { recursive: true })
  // The token is only for the API.
  const { Authorization: _, ...headers } = server.headers
  const url = new URL(`${urls.images}/${WIDTHS[kind]}${path}`)
  const bytes = await ask({ ...server, headers }, url, (body) => (body.length > 0 ? body : undefined))
  await writeFile(`${file}.partial`, bytes)
  await rename(`${file}.partial`, file)
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
