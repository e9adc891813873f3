import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { episodeId } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, films } from '#server/database/schema/catalogue.ts'
import { requireTitle } from '#server/operator/catalogue/findRecords.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { markUsed, markVersions, sweepFilms } from '#server/operator/films/filmUse.ts'
import { LIBRARY, readFilm } from '#server/stream/film.ts'
import { languagesOf } from '#server/stream/voices.ts'

const place = {
  title: v.string(),
  /** 0 for a film */
  season: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
  number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
}

/** Makes a film of the library the one that plays as a title or an episode. */
export const putFilm = defineCommand(
  v.strictObject({ ...place, version: v.pipe(v.string(), v.regex(/^\w{1,40}$/)) }),
  async ({ connection, clock, storage }, { version, ...input }, { audit }) => {
    const manifest = await readFilm(storage, `${LIBRARY}/${version}`)
    if (!manifest) throw new CommandError(`The library has no film ${version}.`)
    const { storage: _, folder: __, ...film } = manifest
    await connection.database.transaction(async (transaction) => {
      const work = await requireWork(transaction, input)
      const [before] = await transaction.select().from(films).where(isOf(work))
      const row = { version, manifest: film, addedAt: clock() }
      await transaction
        .insert(films)
        .values({ ...work, ...row })
        .onConflictDoUpdate({ target: [films.titleId, films.season, films.number], set: row })
      await markVersions(transaction, work.titleId, languagesOf(film), clock())
      await recordChange(transaction)
      await audit(transaction, {
        subject: subjectOf(work),
        before: before ? { film: before.version } : null,
        after: { film: version },
      })
      // Links to the replaced film are valid for a while: it counts as used now.
      if (before && before.version !== version) await markUsed(storage, before.version)
    })
    await sweepFilms(storage, await versionsOf(connection.database))
    return { version, seconds: film.seconds, qualities: film.qualities.map(({ quality }) => quality) }
  },
)

/** Checks that a title or an episode exists, before its film is made. */
export const checkFilmPlace = defineCommand(v.strictObject(place), ({ connection }, input) =>
  requireWork(connection.database, input),
)

/** `film list TITLE`: the films of a title. */
export const listFilms = defineCommand(v.strictObject({ title: v.string() }), async ({ connection }, { title }) => {
  const { id } = await requireTitle(connection.database, title)
  const rows = await connection.database
    .select()
    .from(films)
    .where(eq(films.titleId, id))
    .orderBy(asc(films.season), asc(films.number))
  return { films: rows.map(({ season, number, version, addedAt }) => ({ season, number, version, addedAt })) }
})

/** `film remove TITLE`: the title or episode has no film any more; its files are deleted when no link is valid. */
export const removeFilm = defineCommand(v.strictObject(place), async ({ connection, storage }, input, { audit }) => {
  return connection.database.transaction(async (transaction) => {
    const { id: titleId } = await requireTitle(transaction, input.title)
    const work = { titleId, season: input.season, number: input.number }
    const [removed] = await transaction.delete(films).where(isOf(work)).returning({ version: films.version })
    if (!removed) throw new CommandError('There is no such film.')
    await recordChange(transaction)
    await audit(transaction, { subject: subjectOf(work), before: { film: removed.version }, after: null })
    await markUsed(storage, removed.version)
    return { removed: removed.version }
  })
})

interface WorkKey {
  titleId: number
  season: number
  number: number
}

/** The film's place in the audit log. */
function subjectOf({ titleId, season, number }: WorkKey): string {
  return season === 0 ? `title ${titleId}` : `title ${titleId} episode ${season}x${number}`
}

function isOf({ titleId, season, number }: WorkKey) {
  return and(eq(films.titleId, titleId), eq(films.season, season), eq(films.number, number))
}

/** The film or episode that is meant. Throws a `CommandError` if the title has no such one. */
async function requireWork(
  database: Database,
  { title, season, number }: { title: string; season: number; number: number },
): Promise<WorkKey> {
  const { id: titleId, type } = await requireTitle(database, title)
  if (type === 'movie') {
    if (season > 0 || number > 0) throw new CommandError(`${title} is a film: it has no seasons.`)
    return { titleId, season: 0, number: 0 }
  }
  const exists = await database.$count(episodes, eq(episodes.id, episodeId(titleId, season, number)))
  if (exists === 0) throw new CommandError(`${title} has no episode ${number} in season ${season}: import it first.`)
  return { titleId, season, number }
}

async function versionsOf(database: Database): Promise<Set<string>> {
  const rows = await database.selectDistinct({ version: films.version }).from(films)
  return new Set(rows.map(({ version }) => version))
}
