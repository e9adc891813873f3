import { and, asc, eq, inArray, isNull, lte, not, or } from 'drizzle-orm'
import * as v from 'valibot'
import type { FileLanguage } from '#contract/files.ts'
import { type CardRow, cardColumns } from '#server/catalogue/cards.ts'
import { ID_MAX, TRAILER } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, films, titles } from '#server/database/schema/catalogue.ts'
import { ENCODINGS, type Encoding, fileId } from './fileIds.ts'
import { Film } from './film.ts'
import { languagesOf, voiceOf } from './voices.ts'

/** The sample plays in 1080p for titles from this year on; AV1 from the next one on. */
const HD_FROM = 1950
const AV1_FROM = 2000

const playedColumns = { ...cardColumns, languages: titles.languages }
export type PlayableTitleRow = CardRow & Pick<typeof titles.$inferSelect, 'languages'>
type Episode = typeof episodes.$inferSelect

/** A film or an episode. */
export interface Work {
  title: PlayableTitleRow
  episode: Episode | null
  /** best first, Persian versions before others */
  versions: { language: FileLanguage; files: { id: number; encoding: Encoding }[] }[]
  isPremium: boolean
  /** the operator's film; without one the demo's sample plays */
  film: Film | undefined
}

/** A title with its playable films or episodes; unreleased ones are left out. */
export interface PlayableTitle {
  title: PlayableTitleRow
  works: Work[]
  /** the operator's trailer */
  trailer: Film | undefined
}

/** Finds a title by id or IMDb id, with its films or episodes in order. */
export async function findPlayableTitle(
  database: Database,
  name: number | { imdb: string },
  now: Date,
): Promise<PlayableTitle | undefined> {
  const where = and(typeof name === 'number' ? eq(titles.id, name) : eq(titles.imdb, name.imdb), not(titles.isHidden))
  if (typeof name === 'number' && name > ID_MAX) return undefined
  const [title] = await database.select(playedColumns).from(titles).where(where)
  return title && playableOf(title, await airedOf(database, [title], now), await filmsOf(database, [title.id]))
}

/** Finds several titles by id. */
export async function findPlayableTitles(
  database: Database,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, PlayableTitle>> {
  const known = ids.filter((id) => id <= ID_MAX)
  if (known.length === 0) return new Map()
  const rows = await database
    .select(playedColumns)
    .from(titles)
    .where(and(inArray(titles.id, known), not(titles.isHidden)))
  const aired = await airedOf(database, rows, now)
  const own = await filmsOf(database, known)
  return new Map(rows.map((title) => [title.id, playableOf(title, aired, own)]))
}

/** Parses a title's key in an address. */
export function titleByKey(key: string): number | { imdb: string } {
  return key.startsWith('tt') ? { imdb: key } : Number(key.slice(1))
}

/** The film or episode that a file belongs to, if it exists. */
export function workWith(works: readonly Work[], file: number): Work | undefined {
  return works.find(({ versions }) => versions.some(({ files }) => files.some(({ id }) => id === file)))
}

async function airedOf(database: Database, list: readonly PlayableTitleRow[], now: Date): Promise<Episode[]> {
  const series = list.filter(({ type }) => type === 'series').map(({ id }) => id)
  if (series.length === 0) return []
  const today = now.toISOString().slice(0, 10)
  return database
    .select()
    .from(episodes)
    .where(and(inArray(episodes.titleId, series), or(isNull(episodes.airedAt), lte(episodes.airedAt, today))))
    .orderBy(asc(episodes.season), asc(episodes.number))
}

/** The operator's films of titles, by `filmKey`. */
async function filmsOf(database: Database, ids: readonly number[]): Promise<Map<string, Film>> {
  const rows = await database
    .select()
    .from(films)
    .where(inArray(films.titleId, [...ids]))
  return new Map(rows.map(({ manifest, ...work }) => [filmKey(work), v.parse(Film, manifest)]))
}

function filmKey({ titleId, season, number }: { titleId: number; season: number; number: number }): string {
  return `${titleId} ${season} ${number}`
}

function playableOf(title: PlayableTitleRow, aired: readonly Episode[], own: ReadonlyMap<string, Film>): PlayableTitle {
  const trailer = own.get(filmKey({ titleId: title.id, season: 0, number: TRAILER }))
  return { title, works: worksOf(title, aired, own), trailer }
}

function worksOf(title: PlayableTitleRow, aired: readonly Episode[], own: ReadonlyMap<string, Film>): Work[] {
  if (title.isComing) return []
  const isPremium = title.access === 'premium'
  const filmOf = (episode: Episode | null) =>
    own.get(filmKey({ titleId: title.id, season: episode?.season ?? 0, number: episode?.number ?? 0 }))
  if (title.type === 'movie') {
    const film = filmOf(null)
    return [{ title, episode: null, versions: versionsOf(title, null, film), isPremium, film }]
  }
  return aired
    .filter(({ titleId }) => titleId === title.id)
    .map((episode, at) => {
      const film = filmOf(episode)
      return { title, episode, versions: versionsOf(title, episode, film), isPremium: isPremium && at > 0, film }
    })
}

function versionsOf(title: PlayableTitleRow, episode: Episode | null, film: Film | undefined): Work['versions'] {
  const languages = film ? languagesOf(film) : sampleLanguages(title)
  const encodings = ENCODINGS.filter(({ quality, codec, source }) => {
    if (film) return languages.some((language) => `${source}-${voiceOf(language)}` in film.downloads)
    return (quality !== '1080p' || title.year >= HD_FROM) && (codec !== 'AV1' || title.year >= AV1_FROM)
  })
  const work = { titleId: title.id, season: episode?.season ?? 0, number: episode?.number ?? 0 }
  return languages.map((language) => ({
    language,
    files: encodings.map((encoding) => ({ id: fileId(work, language, encoding), encoding })),
  }))
}

function sampleLanguages({ isDubbed, hasSubtitle }: PlayableTitleRow): FileLanguage[] {
  return [...(isDubbed ? (['dubbed'] as const) : []), hasSubtitle ? 'subtitled' : 'original']
}
