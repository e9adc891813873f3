import { and, asc, eq, inArray, isNull, lte, not, or } from 'drizzle-orm'
import type { FileLanguage } from '#contract/files.ts'
import { cardColumns } from '#server/catalogue/cards.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { ENCODINGS, type Encoding, fileId } from './fileIds.ts'

/** 1080p is offered for titles from this year on; AV1 from the next one on. */
const HD_FROM = 1950
const AV1_FROM = 2000

const playedColumns = { ...cardColumns, languages: titles.languages }
export type PlayableTitleRow = Pick<typeof titles.$inferSelect, keyof typeof playedColumns>
type Episode = typeof episodes.$inferSelect

/** A film or an episode. */
export interface Work {
  title: PlayableTitleRow
  episode: Episode | null
  /** best first, Persian versions before others */
  versions: { language: FileLanguage; files: { id: number; encoding: Encoding }[] }[]
  isPremium: boolean
}

/** A title with its playable films or episodes; unreleased ones are left out. */
export interface PlayableTitle {
  title: PlayableTitleRow
  works: Work[]
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
  return title && { title, works: worksOf(title, await airedOf(database, [title], now)) }
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
  return new Map(rows.map((title) => [title.id, { title, works: worksOf(title, aired) }]))
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

function worksOf(title: PlayableTitleRow, aired: readonly Episode[]): Work[] {
  if (title.isComing) return []
  const isPremium = title.access === 'premium'
  if (title.type === 'movie') return [{ title, episode: null, versions: versionsOf(title, null), isPremium }]
  return aired
    .filter(({ titleId }) => titleId === title.id)
    .map((episode, at) => ({ title, episode, versions: versionsOf(title, episode), isPremium: isPremium && at > 0 }))
}

function versionsOf(title: PlayableTitleRow, episode: Episode | null): Work['versions'] {
  const languages: FileLanguage[] = [
    ...(title.isDubbed ? (['dubbed'] as const) : []),
    title.hasSubtitle ? ('subtitled' as const) : ('original' as const),
  ]
  const encodings = ENCODINGS.filter(
    ({ quality, codec }) =>
      (quality !== '1080p' || title.year >= HD_FROM) && (codec !== 'AV1' || title.year >= AV1_FROM),
  )
  const work = { titleId: title.id, season: episode?.season ?? 0, number: episode?.number ?? 0 }
  return languages.map((language) => ({
    language,
    files: encodings.map((encoding) => ({ id: fileId(work, language, encoding), encoding })),
  }))
}
