import * as v from 'valibot'
import { GENRES } from '#server/catalogue/genres/genres.ts'
import { CommandError } from '#server/operator/command.ts'
import { readTsv, type TsvRow } from './readTsv.ts'
import type { SourceOutput } from './sourceOutput.ts'
import { CAST_MAX, GENRES_MAX, isPersian, originOf, plainText, type Refuse, type SourceRow } from './sourceRows.ts'

export interface ImdbOptions {
  /** folder of IMDb's files */
  folder: string
  /** the wanted titles with their lines in the operator's file; undefined for all with `votesMin` votes */
  ids: ReadonlyMap<string, number> | undefined
  votesMin: number
  /** whether to include adult titles */
  adult: boolean
  output: SourceOutput
  clock: () => Date
  refuse: Refuse
  onProgress: (rows: number) => void
}

/** IMDb's kinds of titles that are films and series here. Episodes belong to their series. */
const TYPES: Readonly<Record<string, 'movie' | 'series'>> = {
  movie: 'movie',
  short: 'movie',
  tvMovie: 'movie',
  tvShort: 'movie',
  tvSpecial: 'movie',
  video: 'movie',
  tvSeries: 'series',
  tvMiniSeries: 'series',
}

const BASICS = [
  'tconst',
  'titleType',
  'primaryTitle',
  'originalTitle',
  'isAdult',
  'startYear',
  'runtimeMinutes',
  'genres',
] as const
type Basics = TsvRow<(typeof BASICS)[number]>
interface Credits {
  directors: string[]
  cast: { person: string; character: string | null }[]
}
interface Episode {
  id: string
  season: number
  number: number
}

const Characters = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/**
 * Writes the titles of IMDb's files (https://developer.imdb.com/non-commercial-datasets/, personal and non-commercial use).
 * Each file is read once; the memory grows with the titles that are wanted, not with the files. Throws a `CommandError` for a
 * damaged file, before anything is written.
 */
export async function writeImdbTitles(options: ImdbOptions): Promise<{ titles: number }> {
  const { folder, ids, votesMin, output, refuse } = options
  const read = <Column extends string>(
    name: string,
    columns: readonly Column[],
    isWanted: (id: string) => boolean = () => true,
  ) => readTsv({ folder, name, columns, isWanted, refuse })

  const ratings = new Map<string, { rating: number; votes: number }>()
  const inList = (id: string) => ids === undefined || ids.has(id)
  for await (const { row } of read('title.ratings', ['tconst', 'averageRating', 'numVotes'], inList)) {
    const [rating, votes] = [Number(row.averageRating), Number(row.numVotes)]
    if (row.tconst !== null && votes >= votesMin) ratings.set(row.tconst, { rating, votes })
  }
  const isWanted = (id: string) => (ids && votesMin === 0 ? ids.has(id) : ratings.has(id))

  const episodes = new Map<string, Episode[]>()
  const episodeIds = new Set<string>()
  for await (const { row } of read('title.episode', ['tconst', 'parentTconst', 'seasonNumber', 'episodeNumber'])) {
    const { tconst, parentTconst, seasonNumber, episodeNumber } = row
    if (!tconst || !parentTconst || !isWanted(parentTconst) || !seasonNumber || !episodeNumber) continue
    const found = episodes.get(parentTconst) ?? []
    found.push({ id: tconst, season: Number(seasonNumber), number: Number(episodeNumber) })
    episodes.set(parentTconst, found)
    episodeIds.add(tconst)
  }

  const basics = new Map<string, { line: number; row: Basics }>()
  const isNamed = (id: string) => isWanted(id) || episodeIds.has(id)
  for await (const { line, row } of read('title.basics', BASICS, isNamed)) {
    const id = row.tconst ?? ''
    const first = basics.get(id)
    if (first) refuse(line, `title.basics: repeats line ${first.line}`)
    else basics.set(id, { line, row })
  }
  if (basics.size === 0) throw new CommandError(`${folder} has no title.basics.tsv.gz with a wanted title.`)

  const persian = new Map<string, string>()
  for await (const { row } of read('title.akas', ['titleId', 'title', 'region', 'language'], isNamed)) {
    const name = plainText(row.title)
    const isOurs = row.language === 'fa' || row.region === 'IR'
    if (row.titleId && name && isOurs && isPersian(name) && !persian.has(row.titleId)) persian.set(row.titleId, name)
  }

  const credits = new Map<string, Credits>()
  const people = new Map<string, SourceRow & { key: string }>()
  const named = new Set<string>()
  for await (const { row } of read('title.principals', ['tconst', 'nconst', 'category', 'characters'], isWanted)) {
    if (!row.tconst || !row.nconst) continue
    const entry = credits.get(row.tconst) ?? { directors: [], cast: [] }
    credits.set(row.tconst, entry)
    if (row.category === 'director' && !entry.directors.includes(row.nconst)) entry.directors.push(row.nconst)
    if (/^act(or|ress)$/.test(row.category ?? '') && !entry.cast.some(({ person }) => person === row.nconst))
      entry.cast.push({ person: row.nconst, character: characterOf(row.characters) })
    named.add(row.nconst)
  }
  const columns = ['nconst', 'primaryName', 'birthYear', 'deathYear'] as const
  for await (const { row } of read('name.basics', columns, (id) => named.has(id))) {
    const name = plainText(row.primaryName)
    if (!row.nconst || !name) continue
    const lived = { ...(row.birthYear && { born: row.birthYear }), ...(row.deathYear && { died: row.deathYear }) }
    people.set(row.nconst, { kind: 'person', key: row.nconst, nameEn: name, nameFa: name, ...lived })
  }

  const origin = originOf('imdb', options.clock())
  let count = 0
  for (const [id, { line, row }] of basics) {
    const type = TYPES[row.titleType ?? '']
    if (!isWanted(id) || type === undefined || output.hasTitle(id)) continue
    if (row.isAdult !== '0' && !options.adult) {
      if (ids) refuse(ids.get(id) ?? line, `${id}: is an adult title`)
      continue
    }
    const { directors = [], cast = [] } = credits.get(id) ?? {}
    const known = (person: string) => people.has(person)
    const shownCast = cast.filter(({ person }) => known(person)).slice(0, CAST_MAX)
    const title = {
      ...factsOf(row, type),
      ...ratingOf(ratings.get(id)),
      titleFa: persian.get(id) ?? plainText(row.primaryTitle),
      directors: directors.filter(known),
      cast: shownCast,
      ...(type === 'series' && { seasons: seasonsOf(episodes.get(id) ?? [], { basics, persian }) }),
      source: origin,
    }
    const mentioned = [...title.directors, ...shownCast.map(({ person }) => person)].flatMap(
      (key) => people.get(key) ?? [],
    )
    const reason = await output.write({ title, people: [...new Set(mentioned)] })
    if (reason !== undefined) refuse(line, `title.basics: ${id}: ${reason}`)
    else options.onProgress(++count)
  }
  for (const [id, line] of ids ?? []) {
    if (!TYPES[basics.get(id)?.row.titleType ?? '']) refuse(line, `${id}: the files have no such film or series`)
  }
  return { titles: count }
}

function factsOf(row: Basics, type: 'movie' | 'series') {
  const [titleEn, original] = [plainText(row.primaryTitle), plainText(row.originalTitle)]
  const genres = (row.genres ?? '').toLowerCase().split(',')
  return {
    kind: 'title',
    imdb: row.tconst,
    type,
    titleEn,
    ...(original !== undefined && original !== titleEn && { otherNames: [original] }),
    year: Number(row.startYear ?? Number.NaN),
    ...(row.runtimeMinutes && { runtime: Number(row.runtimeMinutes) }),
    genres: genres.filter((key) => GENRES.some((genre) => genre.key === key)).slice(0, GENRES_MAX),
  }
}

function ratingOf(found: { rating: number; votes: number } | undefined): SourceRow {
  return found ? { rating: found.rating, votes: found.votes } : {}
}

function characterOf(field: string | null): string | null {
  const read = v.safeParse(Characters, field)
  return (read.success && plainText(read.output[0])) || null
}

/** The episodes by season. Those without usable numbers, and repeated ones, are left out. */
function seasonsOf(
  episodes: readonly Episode[],
  { basics, persian }: { basics: ReadonlyMap<string, { row: Basics }>; persian: ReadonlyMap<string, string> },
) {
  const seasons = new Map<number, Map<number, SourceRow>>()
  for (const { id, season, number } of episodes) {
    if (!(season >= 1 && season <= 99 && number >= 1 && number <= 999)) continue
    const row = basics.get(id)?.row
    const rows = seasons.get(season) ?? new Map<number, SourceRow>()
    seasons.set(season, rows)
    const runtime = row?.runtimeMinutes ? { runtime: Number(row.runtimeMinutes) } : {}
    const names = { titleEn: plainText(row?.primaryTitle) ?? null, titleFa: persian.get(id) ?? null }
    if (!rows.has(number)) rows.set(number, { number, ...names, ...runtime })
  }
  const inOrder = <Value>(map: Map<number, Value>) => [...map].toSorted(([one], [other]) => one - other)
  return inOrder(seasons).map(([number, rows]) => ({ number, episodes: inOrder(rows).map(([, row]) => row) }))
}
