import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import type { CatalogueRows } from './catalogueRows.ts'

/**
 * Writes a catalogue over the stored one, one statement per table. Unchanged rows are not touched, so their
 * `updated_at` and the copies on devices stay valid. Returns how many titles are new or changed.
 */
export async function writeRows(database: Database, rows: CatalogueRows, now: Date): Promise<number> {
  await writeCollections(database, rows.collections)
  await writePeople(database, rows.people)
  const changed = await writeTitles(database, rows.titles, now)
  await writeCreditsAndEpisodes(database, rows, changed)
  await writeMembers(database, rows)
  await database.execute(sql`
    insert into search_words (kind, word)
    select kind, word from ${recordset(rows.words, sql`kind text, word text`)}
    on conflict (kind, word) do nothing`)
  return changed.size
}

async function writeCollections(database: Database, rows: object[]) {
  await database.execute(sql`
    insert into collections (id, key, title_fa, title_en, description)
    select id, key, title_fa, title_en, description
    from ${recordset(rows, sql`id integer, key text, title_fa text, title_en text, description text`)}
    on conflict (id) do update set
      key = excluded.key, title_fa = excluded.title_fa, title_en = excluded.title_en, description = excluded.description
    where (collections.key, collections.title_fa, collections.title_en, collections.description)
      is distinct from (excluded.key, excluded.title_fa, excluded.title_en, excluded.description)`)
}

/** Replaces only the members of the listed collections; other collections stay. */
async function writeMembers(database: Database, { listedCollections, collectionTitles }: CatalogueRows) {
  if (listedCollections.length === 0) return
  const sent = recordset(collectionTitles, sql`collection_id integer, title_id integer, place integer`)
  await database.execute(sql`
    delete from collection_titles where collection_id in (select id from ${recordset(listedCollections, sql`id integer`)})
      and (collection_id, title_id) not in (select collection_id, title_id from ${sent})`)
  await database.execute(sql`
    insert into collection_titles (collection_id, title_id, place) select collection_id, title_id, place from ${sent}
    on conflict (collection_id, title_id) do update set place = excluded.place
    where collection_titles.place <> excluded.place`)
}

const PERSON_COLUMNS = ['key', 'fullname_en', 'fullname_fa', 'born', 'died', 'birthplace', 'biography']

async function writePeople(database: Database, rows: object[]) {
  const of = (part: (name: string) => string) => sql.raw(PERSON_COLUMNS.map(part).join(', '))
  const list = of((name) => name)
  await database.execute(sql`
    insert into people (id, ${list}, job, popularity, words)
    select id, ${list}, 'actor', 0, array_to_tsvector(lexemes)
    from ${recordset(rows, sql`id integer, lexemes text[], ${of((name) => `${name} text`)}`)}
    on conflict (id) do update set words = excluded.words, ${of((name) => `${name} = excluded.${name}`)}
    where (people.words, ${of((name) => `people.${name}`)})
      is distinct from (excluded.words, ${of((name) => `excluded.${name}`)})`)
}

const TITLE_COLUMNS = [
  ['imdb', 'text'],
  ['key', 'text'],
  ['access', 'text'],
  ['type', 'text'],
  ['title_en', 'text'],
  ['title_fa', 'text'],
  ['other_names', 'text[]'],
  ['runtime', 'integer'],
  ['age_rating', 'text'],
  ['countries', 'text[]'],
  ['languages', 'text[]'],
  ['genre_ids', 'integer[]'],
  ['rating', 'double precision'],
  ['votes', 'integer'],
  ['tomato_meter', 'integer'],
  ['tomato_status', 'text'],
  ['is_dubbed', 'boolean'],
  ['has_subtitle', 'boolean'],
  ['synopsis', 'text'],
  ['collection_id', 'integer'],
  ['fingerprint', 'text'],
] as const
const DATES = [
  ['released_at', 'date'],
  ['first_shown', 'date'],
  ['year', 'integer'],
] as const

async function writeTitles(database: Database, rows: object[], now: Date): Promise<Set<number>> {
  const names = TITLE_COLUMNS.map(([name]) => name)
  const list = sql.raw(names.join(', '))
  const columns = [...TITLE_COLUMNS, ...DATES].map((column) => column.join(' ')).join(', ')
  const typed = sql.raw(
    `id integer, lexemes text[], is_coming boolean, coming_in integer, is_day_known boolean, ${columns}`,
  )
  const updates = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
  const comes = sql`(${now.toISOString().slice(0, 10)}::date + coming_in)`
  // Only the demo content has titles with neither. Their release day is written once and not moved by seeding again.
  const isDemo = sql`coalesce(excluded.imdb, excluded.key) is null`
  const hasFixedRelease = sql`excluded.is_coming and ${isDemo} and (titles.released_at is not null or excluded.released_at is null)`
  const written = await database.execute<{ id: number }>(sql`
    insert into titles (id, words, updated_at, is_coming, released_at, first_shown, year, ${list})
    select id, array_to_tsvector(lexemes), ${now.toISOString()}::timestamptz, coalesce(is_coming, false),
      case when is_day_known then ${comes} else released_at end,
      coalesce(first_shown, ${comes}), coalesce(year, extract(year from ${comes})), ${list}
    from ${recordset(rows, typed)}
    on conflict (id) do update set words = excluded.words, updated_at = excluded.updated_at, ${updates},
      is_coming = excluded.is_coming and (titles.is_coming or not ${isDemo}),
      dubbed_at = case when excluded.is_dubbed and not titles.is_dubbed then excluded.updated_at else titles.dubbed_at end,
      released_at = case when ${hasFixedRelease} then titles.released_at else excluded.released_at end,
      first_shown = case when ${hasFixedRelease} then titles.first_shown else excluded.first_shown end,
      year = case when ${hasFixedRelease} then titles.year else excluded.year end
    where titles.fingerprint <> excluded.fingerprint
    returning id`)
  return new Set(written.rows.map((row) => row.id))
}

/** Replaces credits and episodes of changed titles; their keys depend on their position. */
async function writeCreditsAndEpisodes(database: Database, { credits, episodes }: CatalogueRows, changed: Set<number>) {
  if (changed.size === 0) return
  const ids = sql`select value::integer from jsonb_array_elements_text(${JSON.stringify([...changed])}::jsonb)`
  await database.execute(sql`delete from credits where title_id in (${ids})`)
  await database.execute(sql`delete from episodes where title_id in (${ids})`)
  await database.execute(sql`
    insert into credits (title_id, person_id, role, place, character)
    select title_id, person_id, role, place, character from ${recordset(
      credits,
      sql`title_id integer, person_id integer, role text, place integer, character text`,
    )} where title_id in (${ids})`)
  await database.execute(sql`
    insert into episodes (id, title_id, season, number, title_en, title_fa, runtime, aired_at)
    select id, title_id, season, number, title_en, title_fa, runtime, aired_at from ${recordset(
      episodes,
      sql`id bigint, title_id integer, season integer, number integer, title_en text, title_fa text, runtime integer,
          aired_at date`,
    )} where title_id in (${ids})`)
}

/** Updates the denormalized columns of people's cards, and deletes people without works: all, or only `personIds`. Hidden ones stay. */
export async function countWorks(database: Database, personIds?: readonly number[]): Promise<void> {
  const which = personIds === undefined ? sql`true` : isOneOf(sql`people.id`, personIds)
  const credited = personIds === undefined ? sql`true` : isOneOf(sql`credits.person_id`, personIds)
  await database.execute(sql`
    update people set job = works.job, best_starred = works.best_starred, best_directed = works.best_directed,
      popularity = works.popularity
    from (
      select credits.person_id,
        case when coalesce(sum(votes) filter (where role = 'director'), -1)
          > coalesce(sum(votes) filter (where role = 'actor'), -1) then 'director' else 'actor' end as job,
        (array_agg(title_en order by rating desc nulls last, votes desc, titles.id) filter (where role = 'actor'))[1]
          as best_starred,
        (array_agg(title_en order by rating desc nulls last, votes desc, titles.id) filter (where role = 'director'))[1]
          as best_directed,
        sum(votes) as popularity
      from credits join titles on titles.id = credits.title_id where ${credited}
      group by credits.person_id
    ) as works
    where people.id = works.person_id and (people.job, people.best_starred, people.best_directed, people.popularity)
      is distinct from (works.job, works.best_starred, works.best_directed, works.popularity)`)
  await database.execute(sql`
    delete from people where ${which} and not is_hidden and not exists (select from credits where credits.person_id = people.id)`)
}

/** Rows as one JSON parameter: one statement writes thousands, on both databases. */
export function recordset(rows: object[], columns: SQL): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as sent(${columns})`
}
