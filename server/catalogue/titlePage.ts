import { and, asc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm'
import type { Title } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { preparedOnce } from '#server/database/preparedOnce.ts'
import { collections, credits, episodes, films, people, pictures, titles } from '#server/database/schema/catalogue.ts'
import { personCardOf, personColumns, slideColumns, slideOf } from './cards.ts'
import { groupByTitle } from './groupByTitle.ts'
import { ID_MAX, slugOf, TRAILER } from './ids.ts'
import { type PicturedTitle, pictureTemplate, stillNumber, stillSubject } from './pictures.ts'
import { storedStills } from './storedPictures.ts'
import { trailerSources } from './trailerSources.ts'

const pageColumns = {
  ...slideColumns,
  ageRating: titles.ageRating,
  countries: titles.countries,
  languages: titles.languages,
  releasedAt: titles.releasedAt,
  stills: storedStills,
  collection: { id: collections.id, titleFa: collections.titleFa, titleEn: collections.titleEn },
}
const creditColumns = { ...personColumns, role: credits.role, character: credits.character }

const selectRows = (database: Database) =>
  database
    .select(pageColumns)
    .from(titles)
    .leftJoin(collections, and(eq(collections.id, titles.collectionId), not(collections.isHidden)))
    .$dynamic()
const selectCredits = (database: Database) =>
  database
    .select({ ...creditColumns, titleId: credits.titleId })
    .from(credits)
    .innerJoin(people, and(eq(people.id, credits.personId), not(people.isHidden)))
    .orderBy(asc(credits.place))
    .$dynamic()
const selectFilms = (database: Database) =>
  database
    .select({ titleId: films.titleId, season: films.season, number: films.number, version: films.version })
    .from(films)
    .$dynamic()
const selectEpisodes = (database: Database) =>
  database
    .select({ ...getTableColumns(episodes), still: pictures.hash })
    .from(episodes)
    .leftJoin(
      pictures,
      and(
        eq(pictures.titleId, episodes.titleId),
        eq(pictures.kind, 'still'),
        eq(pictures.season, episodes.season),
        eq(pictures.number, episodes.number),
      ),
    )
    .orderBy(asc(episodes.season), asc(episodes.number))
    .$dynamic()

const rowOf = preparedOnce((database) =>
  selectRows(database)
    .where(and(eq(titles.id, sql.placeholder('id')), not(titles.isHidden)))
    .prepare('a title'),
)
const creditsOf = preparedOnce((database) =>
  selectCredits(database)
    .where(eq(credits.titleId, sql.placeholder('id')))
    .prepare('people of a title'),
)
const episodesOf = preparedOnce((database) =>
  selectEpisodes(database)
    .where(eq(episodes.titleId, sql.placeholder('id')))
    .prepare('episodes of a title'),
)

const filmsOf = preparedOnce((database) =>
  selectFilms(database)
    .where(eq(films.titleId, sql.placeholder('id')))
    .prepare('films of a title'),
)

type PageRow = Awaited<ReturnType<typeof selectRows>>[number]
type CreditRow = Awaited<ReturnType<typeof selectCredits>>[number]
type Filmed = Awaited<ReturnType<typeof selectFilms>>[number]
type EpisodeRow = Awaited<ReturnType<typeof selectEpisodes>>[number]

/**
 * The catalogue's part of a title: without likes and the viewer's state; films and the trailer are the operator's, and
 * `screenshots` counts stored stills alone.
 */
export type TitlePage = Omit<Title, 'viewer' | 'likes'>

/** Undefined if the title does not exist or is hidden. */
export async function titlePage(
  database: Database,
  id: number,
  version: { dub: boolean },
): Promise<TitlePage | undefined> {
  if (id > ID_MAX) return undefined
  const [row] = await rowOf(database).execute({ id })
  if (!row) return undefined
  const [credited, listed, filmed] = await Promise.all([
    creditsOf(database).execute({ id }),
    row.type === 'series' ? episodesOf(database).execute({ id }) : [],
    filmsOf(database).execute({ id }),
  ])
  return pageOf(row, { credited, listed, filmed }, version)
}

/** The pages of many titles, without the dubbed versions, in three queries. */
export async function titlePages(database: Database, ids: readonly number[]): Promise<Map<number, TitlePage>> {
  const known = ids.filter((id) => id <= ID_MAX)
  const rows =
    known.length === 0 ? [] : await selectRows(database).where(and(inArray(titles.id, known), not(titles.isHidden)))
  const found = rows.map(({ id }) => id)
  if (found.length === 0) return new Map()
  const groups = await Promise.all([
    selectCredits(database).where(inArray(credits.titleId, found)),
    selectEpisodes(database).where(inArray(episodes.titleId, found)),
    selectFilms(database).where(inArray(films.titleId, found)),
  ])
  const [credited, listed, filmed] = [groupByTitle(groups[0]), groupByTitle(groups[1]), groupByTitle(groups[2])]
  const partsOf = (id: number): Parts => ({
    credited: credited.get(id) ?? [],
    listed: listed.get(id) ?? [],
    filmed: filmed.get(id) ?? [],
  })
  return new Map(rows.map((row) => [row.id, pageOf(row, partsOf(row.id), { dub: false })]))
}

/** The rows that belong to a title. */
interface Parts {
  credited: readonly CreditRow[]
  listed: readonly EpisodeRow[]
  filmed: readonly Filmed[]
}

function pageOf(row: PageRow, { credited, listed, filmed }: Parts, version: { dub: boolean }): TitlePage {
  const { collection } = row
  const trailer = filmed.find(({ number }) => number === TRAILER)
  return {
    ...slideOf(row),
    isPremium: row.access === 'premium',
    screenshots: row.stills,
    hasFilm: filmed.some(({ number }) => number !== TRAILER),
    trailer: trailer ? { sources: trailerSources(row, trailer.version) } : null,
    ageRating: row.ageRating,
    countries: row.countries,
    languages: version.dub && row.isDubbed ? dubbed(row.languages) : row.languages,
    releasedAt: row.releasedAt,
    ...peopleOf(credited),
    collection: collection && {
      id: collection.id,
      titleFa: collection.titleFa,
      path: `/collections/${collection.id}/${slugOf(collection.titleEn)}`,
    },
    seasons: row.type === 'series' ? seasonsOf(row, listed, filmed) : [],
  }
}

/** Persian is the first language of the dubbed version. */
function dubbed(languages: readonly string[]): string[] {
  return ['fa', ...languages.filter((language) => language !== 'fa')]
}

function peopleOf(rows: readonly CreditRow[]): Pick<Title, 'directors' | 'cast'> {
  return {
    directors: rows.filter((row) => row.role === 'director').map((row) => personCardOf(row, 'director')),
    cast: rows
      .filter((row) => row.role === 'actor')
      .map((row) => ({ ...personCardOf(row, 'actor'), character: row.character })),
  }
}

function seasonsOf(title: PicturedTitle, rows: readonly EpisodeRow[], filmed: readonly Filmed[]): Title['seasons'] {
  const places = new Set(filmed.map(({ season, number }) => `${season} ${number}`))
  const seasons = new Map<number, Title['seasons'][number]['episodes']>()
  for (const { season, titleId: _, still: hash, ...facts } of rows) {
    const place = { season, number: facts.number }
    const still = hash === null ? null : pictureTemplate('stills', stillSubject(title, stillNumber(place)), { hash })
    const episode = { ...facts, hasFilm: places.has(`${season} ${facts.number}`), still }
    seasons.set(season, [...(seasons.get(season) ?? []), episode])
  }
  return [...seasons].map(([number, list]) => ({ number, episodes: list }))
}
