import { sql } from 'drizzle-orm'
import { recordset } from '#server/catalogue/seeding/writeRows.ts'
import type { Database } from '#server/database/connect.ts'
import { slides } from '#server/database/schema/catalogue.ts'

/** Hides and shows titles. */
export async function writeHidden(database: Database, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await database.execute(sql`
    update titles set is_hidden = sent.is_hidden from ${recordset([...rows], sql`id integer, is_hidden boolean`)}
    where titles.id = sent.id and titles.is_hidden <> sent.is_hidden`)
}

/**
 * Puts the titles of these titles' film series in order: by release, coming titles last. Curated lists are not touched.
 */
export async function orderSeries(database: Database, titleIds: readonly number[]): Promise<void> {
  const written = sql`(select unnest(${`{${titleIds.join()}}`}::integer[]))`
  await database.execute(sql`
    with series as (select distinct collection_id as id from titles where id in ${written} and collection_id is not null)
    insert into collection_titles (collection_id, title_id, place)
    select collection_id, id, row_number() over (partition by collection_id order by is_coming, first_shown, id) - 1
    from titles where collection_id in (select id from series)
    on conflict (collection_id, title_id) do update set place = excluded.place
    where collection_titles.place <> excluded.place`)
}

/** Removes titles from the film series that they leave: call it before their rows are written. */
export async function leaveSeries(database: Database, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await database.execute(sql`
    delete from collection_titles using titles, ${recordset([...rows], sql`id integer, collection_id integer`)}
    where titles.id = sent.id and titles.collection_id is distinct from sent.collection_id
      and collection_titles.title_id = titles.id and collection_titles.collection_id = titles.collection_id`)
}

/** Replaces the slides of the home. */
export async function writeSlides(database: Database, titleIds: readonly number[]): Promise<void> {
  await database.delete(slides)
  const rows = [...new Set(titleIds)].map((titleId, place) => ({ titleId, place }))
  if (rows.length > 0) await database.insert(slides).values(rows)
}
