import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import type { CatalogueRows } from './rows.ts'

/**
 * Writes a catalogue over what is there, in one go per table. A row that already says the same is not touched: its
 * `updated_at` stays, and with it what devices have kept. Answers how many titles were new or different.
 */
export async function writeRows(database: Database, rows: CatalogueRows, now: Date): Promise<number> {
  await writeCollections(database, rows.collections)
  await writePeople(database, rows.people)
  const changed = await writeTitles(database, rows.titles, now)
  await writeBelonging(database, rows, changed)
  await database.execute(sql`
    insert into search_words (kind, word, sound)
    select kind, word, sound from ${recordset(rows.words, sql`kind text, word text, sound text`)}
    on conflict (kind, word) do update set sound = excluded.sound where search_words.sound <> excluded.sound`)
  return changed.size
}

async function writeCollections(database: Database, rows: object[]) {
  await database.execute(sql`
    insert into collections (id, title_fa, title_en)
    select id, title_fa, title_en from ${recordset(rows, sql`id integer, title_fa text, title_en text`)}
    on conflict (id) do update set title_fa = excluded.title_fa, title_en = excluded.title_en
    where (collections.title_fa, collections.title_en) is distinct from (excluded.title_fa, excluded.title_en)`)
}

async function writePeople(database: Database, rows: object[]) {
  await database.execute(sql`
    insert into people (id, fullname_en, fullname_fa, born, birthplace, job, popularity, words)
    select id, fullname_en, fullname_fa, born, birthplace, 'actor', 0, array_to_tsvector(lexemes)
    from ${recordset(
      rows,
      sql`id integer, fullname_en text, fullname_fa text, born date, birthplace text, lexemes text[]`,
    )}
    on conflict (id) do update set
      fullname_en = excluded.fullname_en, fullname_fa = excluded.fullname_fa, born = excluded.born,
      birthplace = excluded.birthplace, words = excluded.words
    where (people.fullname_en, people.fullname_fa, people.born, people.birthplace, people.words)
      is distinct from (excluded.fullname_en, excluded.fullname_fa, excluded.born, excluded.birthplace, excluded.words)`)
}

const TITLE_COLUMNS = [
  ['imdb', 'text'],
  ['type', 'text'],
  ['title_en', 'text'],
  ['title_fa', 'text'],
  ['year', 'integer'],
  ['released_at', 'date'],
  ['first_shown', 'date'],
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

async function writeTitles(database: Database, rows: object[], now: Date): Promise<Set<number>> {
  const names = TITLE_COLUMNS.map(([name]) => name)
  const list = sql.raw(names.join(', '))
  const typed = sql.raw(`id integer, lexemes text[], ${TITLE_COLUMNS.map((column) => column.join(' ')).join(', ')}`)
  const updates = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
  const written = await database.execute<{ id: number }>(sql`
    insert into titles (id, words, updated_at, ${list})
    select id, array_to_tsvector(lexemes), ${now.toISOString()}::timestamptz, ${list} from ${recordset(rows, typed)}
    on conflict (id) do update set words = excluded.words, updated_at = excluded.updated_at, ${updates}
    where titles.fingerprint <> excluded.fingerprint
    returning id`)
  return new Set(written.rows.map((row) => row.id))
}

/** Credits and episodes of changed titles are written anew: their keys say where they belong. */
async function writeBelonging(database: Database, { credits, episodes }: CatalogueRows, changed: Set<number>) {
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

/** What every card of a person says, counted once over all their works; people without any work are gone. */
export async function countWorks(database: Database): Promise<void> {
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
      from credits join titles on titles.id = credits.title_id
      group by credits.person_id
    ) as works
    where people.id = works.person_id and (people.job, people.best_starred, people.best_directed, people.popularity)
      is distinct from (works.job, works.best_starred, works.best_directed, works.popularity)`)
  await database.execute(sql`
    delete from people where not exists (select from credits where credits.person_id = people.id)`)
}

/** Rows sent as one JSON value: thousands in one statement, on either database. */
function recordset(rows: object[], columns: SQL): SQL {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as sent(${columns})`
}
