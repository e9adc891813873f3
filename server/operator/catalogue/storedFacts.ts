import { asc, desc, eq, sql } from 'drizzle-orm'
import { genresOf } from '#server/catalogue/genres/genres.ts'
import type { Database } from '#server/database/connect.ts'
import {
  collections,
  collectionTitles,
  credits,
  episodes,
  people,
  titleSources,
  titles,
} from '#server/database/schema/catalogue.ts'

type TitleRow = typeof titles.$inferSelect
type PersonRow = typeof people.$inferSelect
type CollectionRow = typeof collections.$inferSelect

/** How a title is named in files and commands: its IMDb id or key, otherwise its number. */
export const titleName = sql<string>`coalesce(${titles.imdb}, ${titles.key}, ${titles.id}::text)`

/** The facts of a stored title, as a row of a catalogue file has them (docs/import.md), without pictures. */
export async function titleFacts(database: Database, title: TitleRow) {
  const credited = await database
    .select({ role: credits.role, character: credits.character, key: people.key, nameEn: people.fullnameEn })
    .from(credits)
    .innerJoin(people, eq(people.id, credits.personId))
    .where(eq(credits.titleId, title.id))
    .orderBy(asc(credits.role), asc(credits.place))
  const [collection] =
    title.collectionId === null
      ? []
      : await database.select({ key: collections.key }).from(collections).where(eq(collections.id, title.collectionId))
  const { name, fetchedAt } = titleSources
  const [source] = await database
    .select({ name, fetchedAt })
    .from(titleSources)
    .where(eq(titleSources.titleId, title.id))
  const of = (role: 'actor' | 'director') => credited.filter((credit) => credit.role === role)
  return {
    imdb: title.imdb,
    key: title.key,
    type: title.type,
    titleFa: title.titleFa,
    titleEn: title.titleEn,
    otherNames: title.otherNames,
    year: title.year,
    releasedAt: title.releasedAt,
    runtime: title.runtime,
    ageRating: title.ageRating,
    countries: title.countries,
    languages: title.languages,
    genres: genresOf(title.genreIds).map(({ key }) => key),
    rating: title.rating,
    votes: title.votes,
    tomatoes:
      title.tomatoMeter === null || title.tomatoStatus === null
        ? null
        : { meter: title.tomatoMeter, status: title.tomatoStatus },
    isDubbed: title.isDubbed,
    hasSubtitle: title.hasSubtitle,
    synopsis: title.synopsis,
    directors: of('director').map(({ key, nameEn }) => key ?? nameEn),
    cast: of('actor').map(({ key, nameEn, character }) => ({ person: key ?? nameEn, character })),
    collection: collection?.key ?? null,
    seasons: await seasonsOf(database, title.id),
    access: title.access,
    source: source ?? null,
    isHidden: title.isHidden,
  }
}
export type TitleFacts = Awaited<ReturnType<typeof titleFacts>>

async function seasonsOf(database: Database, titleId: number) {
  const { season, number, titleEn, titleFa, runtime, airedAt } = episodes
  const rows = await database
    .select({ season, number, titleEn, titleFa, runtime, airedAt })
    .from(episodes)
    .where(eq(episodes.titleId, titleId))
    .orderBy(asc(season), asc(number))
  const numbers = [...new Set(rows.map((row) => row.season))]
  return numbers.map((number) => ({
    number,
    episodes: rows.filter((row) => row.season === number).map(({ season: _, ...episode }) => episode),
  }))
}

/** The facts of a stored person, as a row of a catalogue file has them, without the portrait. */
export function personFacts({ fullnameEn, fullnameFa, ...person }: PersonRow) {
  const { key, born, died, birthplace, biography, isHidden } = person
  return { key, nameEn: fullnameEn, nameFa: fullnameFa, born, died, birthplace, biography, isHidden }
}

/** The facts of a stored collection, with its titles in viewing order. */
export async function collectionFacts(database: Database, collection: CollectionRow) {
  const { id, key, titleEn, titleFa, description, isHidden } = collection
  const members = await titlesOfCollection(database, id)
  const isSeries = (await database.$count(titles, eq(titles.collectionId, id))) > 0
  return { key, titleEn, titleFa, description, isHidden, isSeries, titles: members.map(({ name }) => name) }
}

/** The titles of a collection in viewing order. */
export function titlesOfCollection(database: Database, collectionId: number) {
  return database
    .select({ name: titleName, titleFa: titles.titleFa, year: titles.year })
    .from(collectionTitles)
    .innerJoin(titles, eq(titles.id, collectionTitles.titleId))
    .where(eq(collectionTitles.collectionId, collectionId))
    .orderBy(asc(collectionTitles.place), asc(titles.id))
}

/** The works of a person, the best known first. */
export function worksOfPerson(database: Database, personId: number) {
  return database
    .select({
      id: titles.id,
      name: sql<string | null>`coalesce(${titles.imdb}, ${titles.key})`,
      role: credits.role,
      titleFa: titles.titleFa,
      year: titles.year,
    })
    .from(credits)
    .innerJoin(titles, eq(titles.id, credits.titleId))
    .where(eq(credits.personId, personId))
    .orderBy(desc(titles.votes), asc(titles.id), asc(credits.role))
}
