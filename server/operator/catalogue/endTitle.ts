import { and, eq, notInArray, sql } from 'drizzle-orm'
import { endUserRows, moveUserRows, type UserRows } from '#server/areas/titleRemoval.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { episodeId, TRAILER } from '#server/catalogue/ids.ts'
import { countWorks } from '#server/catalogue/seeding/writeRows.ts'
import type { Database } from '#server/database/connect.ts'
import { films, mergedTitles, slides, titles } from '#server/database/schema/catalogue.ts'
import { CommandError } from '#server/operator/command.ts'
import { markVersions } from '#server/operator/films/filmUse.ts'
import { peopleOf } from './editTitle.ts'

type TitleRow = typeof titles.$inferSelect

/** Numbers of ended or moved rows of users, and versions of films that no title plays any more. */
export interface EndedTitle {
  users: UserRows
  films: string[]
}

/** Removes a locked title with its films, pictures and places in lists, and ends the rows of users that refer to it. */
export async function removeTitle(transaction: Database, { id }: TitleRow, now: Date): Promise<EndedTitle> {
  const users = await endUserRows(transaction, id, now)
  return { users, films: await deleteTitle(transaction, id) }
}

/**
 * Merges a locked title into another one: rows of users, films, pictures, slides and places in curated lists move to the
 * other title where it has none. The other title keeps its facts, and gets the episodes that it lacks. Later files and
 * pages that name the merged title mean the other one.
 */
export async function mergeTitles(
  transaction: Database,
  { from, into, now }: { from: TitleRow; into: TitleRow; now: Date },
): Promise<EndedTitle> {
  if (from.id === into.id) throw new CommandError('These are the same title.')
  if (from.type !== into.type) throw new CommandError(`A ${from.type} cannot be merged into a ${into.type}.`)
  await addEpisodes(transaction, from.id, into.id)
  const users = await moveUserRows(transaction, { from: from.id, into, now })
  await moveBelongings(transaction, from, into, now)
  await transaction.update(titles).set({ updatedAt: now }).where(eq(titles.id, into.id))
  await transaction.update(mergedTitles).set({ intoId: into.id }).where(eq(mergedTitles.intoId, from.id))
  const left = await deleteTitle(transaction, from.id)
  const merged = { id: from.id, name: from.imdb ?? from.key, intoId: into.id }
  await transaction.insert(mergedTitles).values(merged)
  return { users, films: left }
}

/** Deletes the row of a title, and by its foreign keys what belongs to it; returns its films' versions. */
async function deleteTitle(transaction: Database, id: number): Promise<string[]> {
  const played = await transaction.delete(films).where(eq(films.titleId, id)).returning({ version: films.version })
  const people = await peopleOf(transaction, id)
  await transaction.delete(titles).where(eq(titles.id, id))
  await countWorks(transaction, people)
  await recordChange(transaction)
  const others = await transaction.selectDistinct({ version: films.version }).from(films)
  const used = new Set(others.map(({ version }) => version))
  return [...new Set(played.map(({ version }) => version))].filter((version) => !used.has(version))
}

async function addEpisodes(transaction: Database, from: number, into: number): Promise<void> {
  const step = episodeId(into - from, 0, 0)
  await transaction.execute(sql`
    insert into episodes (id, title_id, season, number, title_en, title_fa, runtime, aired_at)
    select id + ${step}::bigint, ${into}::integer, season, number, title_en, title_fa, runtime, aired_at
    from episodes where title_id = ${from} on conflict (id) do nothing`)
}

async function moveBelongings(transaction: Database, from: TitleRow, into: TitleRow, now: Date): Promise<void> {
  const moved = await transaction.execute(sql`
    update films set title_id = ${into.id} where title_id = ${from.id} and not exists (
      select from films as own where own.title_id = ${into.id} and own.season = films.season and own.number = films.number)
    returning number`)
  if (moved.rows.some(({ number }) => number !== TRAILER)) {
    const languages = [...(from.isDubbed ? ['dubbed'] : []), ...(from.hasSubtitle ? ['subtitled'] : [])]
    await markVersions(transaction, into.id, languages, now)
  }
  await transaction.execute(sql`
    update pictures set title_id = ${into.id} where title_id = ${from.id} and not exists (
      select from pictures as own where own.title_id = ${into.id} and own.kind = pictures.kind
        and own.season = pictures.season and own.number = pictures.number)`)
  await transaction.execute(sql`
    update collection_titles set title_id = ${into.id}
    where title_id = ${from.id} and collection_id is distinct from ${from.collectionId}::integer and not exists (
      select from collection_titles as own
      where own.title_id = ${into.id} and own.collection_id = collection_titles.collection_id)`)
  const shown = transaction.select({ id: slides.titleId }).from(slides).where(eq(slides.titleId, into.id))
  await transaction
    .update(slides)
    .set({ titleId: into.id })
    .where(and(eq(slides.titleId, from.id), notInArray(sql`${into.id}::integer`, shown)))
}
