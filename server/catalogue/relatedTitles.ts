import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf } from './cards.ts'
import { ID_MAX } from './ids.ts'
import { isListed } from './search/browseTitles.ts'

/** Number of similar titles. */
const SIMILAR_TITLES = 12
/** Candidates of the same genres with the most votes, and as many works of the same people. */
const CANDIDATES = 120

/**
 * Similar titles, ranked by shared people, shared genres, near years, then votes. Leaves out the title's collection and
 * its directors' works, which have rows of their own. Deterministic. Undefined if the title does not exist.
 */
export async function similarTitles(database: Database, id: number): Promise<TitleCard[] | undefined> {
  const asked = await factsOf(database, id)
  if (!asked) return undefined
  const genres = sql`${`{${asked.genreIds.join()}}`}::integer[]`
  const near = sql`(
    with directed as (
      ${worksOfDirectors(id)}
    ),
    shared as (
      select theirs.title_id as id, 2 * count(*) as people
      from credits as own join credits as theirs using (person_id)
      where own.title_id = ${id} and theirs.title_id not in (select id from directed)
      group by theirs.title_id order by people desc, id limit ${CANDIDATES}
    ),
    looked_at as (
      select id from shared
      union (select id from titles where ${isListed} and genre_ids && ${genres} order by votes desc, id desc limit ${CANDIDATES})
    )
    select other.id, other.votes, coalesce(people, 0)
      + 3 * (select count(*) from unnest(other.genre_ids) as genre where genre = any (${genres}))
      + case when other.genre_ids[1] = ${asked.genreIds[0] ?? 0} then 1 else 0 end
      + case when other.type = ${asked.type} then 1 else 0 end
      + case when other.countries && ${`{${asked.countries.join()}}`}::text[] then 1 else 0 end
      - least(abs(other.year - ${asked.year}), 40) / 10.0 as nearness
    from looked_at join titles as other using (id) left join shared using (id)
    where other.id <> ${id} and not other.is_hidden and other.id not in (select id from directed)
      and (${asked.collectionId}::integer is null or other.collection_id is distinct from ${asked.collectionId})
    order by nearness desc, other.votes desc, other.id desc limit ${SIMILAR_TITLES}
  ) as near`
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .innerJoin(near, sql`near.id = titles.id`)
    .orderBy(sql`near.nearness desc, near.votes desc, near.id desc`)
  return rows.map(cardOf)
}

/** The title itself and other works of its directors, without hidden ones. */
function worksOfDirectors(titleId: number): SQL {
  return sql`select theirs.title_id as id from credits as own join credits as theirs using (person_id, role)
    join people on people.id = person_id and not people.is_hidden
    where own.title_id = ${titleId} and role = 'director'`
}

/** A separate query, so that the planner knows the genres: some are frequent, some rare. */
async function factsOf(database: Database, id: number) {
  if (id > ID_MAX) return undefined
  const { genreIds, collectionId, type, countries, year } = titles
  const [facts] = await database
    .select({ genreIds, collectionId, type, countries, year })
    .from(titles)
    .where(and(eq(titles.id, id), not(titles.isHidden)))
  return facts
}

/** Other works of the title's directors, most votes first. */
export async function titlesOfDirectors(database: Database, id: number): Promise<TitleCard[]> {
  const works = sql`(select distinct id from (${worksOfDirectors(id)}) as directed where id <> ${id}) as works`
  const rows = await database
    .select(cardColumns)
    .from(titles)
    .innerJoin(works, sql`works.id = titles.id and not is_hidden`)
    .orderBy(sql`votes desc, ${titles.id} desc`)
    .limit(SIMILAR_TITLES)
  return rows.map(cardOf)
}
