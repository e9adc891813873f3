import { asc, eq, sql } from 'drizzle-orm'
import type { Title } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { preparedOnce } from '#server/database/preparedOnce.ts'
import { collections, credits, episodes, people, titles } from '#server/database/schema/catalogue.ts'
import { personCardOf, personColumns, slideColumns, slideOf } from './cards.ts'
import { ID_MAX, slugOf } from './ids.ts'

const rowOf = preparedOnce((database) =>
  database
    .select({
      ...slideColumns,
      ageRating: titles.ageRating,
      countries: titles.countries,
      languages: titles.languages,
      releasedAt: titles.releasedAt,
      collection: { id: collections.id, titleFa: collections.titleFa, titleEn: collections.titleEn },
    })
    .from(titles)
    .leftJoin(collections, eq(collections.id, titles.collectionId))
    .where(eq(titles.id, sql.placeholder('id')))
    .prepare('a title'),
)

const creditsOf = preparedOnce((database) =>
  database
    .select({ ...personColumns, role: credits.role, character: credits.character })
    .from(credits)
    .innerJoin(people, eq(people.id, credits.personId))
    .where(eq(credits.titleId, sql.placeholder('id')))
    .orderBy(asc(credits.place))
    .prepare('people of a title'),
)

const episodesOf = preparedOnce((database) =>
  database
    .select()
    .from(episodes)
    .where(eq(episodes.titleId, sql.placeholder('id')))
    .orderBy(asc(episodes.season), asc(episodes.number))
    .prepare('episodes of a title'),
)

/** The catalogue's part of a title: without likes, the viewer's state, playback and stills. */
export type TitlePage = Omit<Title, 'viewer' | 'likes' | 'trailer' | 'screenshots' | 'isPremium'>

/** Undefined if the title does not exist. */
export async function titlePage(
  database: Database,
  id: number,
  version: { dub: boolean },
): Promise<TitlePage | undefined> {
  if (id > ID_MAX) return undefined
  const [row] = await rowOf(database).execute({ id })
  if (!row) return undefined
  const { collection } = row
  const [shown, seasons] = await Promise.all([
    peopleOf(database, id),
    row.type === 'series' ? seasonsOf(database, id) : [],
  ])
  return {
    ...slideOf(row),
    ageRating: row.ageRating,
    countries: row.countries,
    languages: version.dub && row.isDubbed ? dubbed(row.languages) : row.languages,
    releasedAt: row.releasedAt,
    ...shown,
    collection: collection && {
      id: collection.id,
      titleFa: collection.titleFa,
      path: `/collections/${collection.id}/${slugOf(collection.titleEn)}`,
    },
    seasons,
  }
}

/** Persian is the first language of the dubbed version. */
function dubbed(languages: readonly string[]): string[] {
  return ['fa', ...languages.filter((language) => language !== 'fa')]
}

async function peopleOf(database: Database, id: number): Promise<Pick<Title, 'directors' | 'cast'>> {
  const rows = await creditsOf(database).execute({ id })
  return {
    directors: rows.filter((row) => row.role === 'director').map((row) => personCardOf(row, 'director')),
    cast: rows
      .filter((row) => row.role === 'actor')
      .map((row) => ({ ...personCardOf(row, 'actor'), character: row.character })),
  }
}

async function seasonsOf(database: Database, id: number): Promise<Title['seasons']> {
  const rows = await episodesOf(database).execute({ id })
  const seasons = new Map<number, Title['seasons'][number]['episodes']>()
  for (const { season, titleId: _, ...episode } of rows) seasons.set(season, [...(seasons.get(season) ?? []), episode])
  return [...seasons].map(([number, list]) => ({ number, episodes: list }))
}
