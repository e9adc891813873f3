import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { CHAPTER_KINDS } from '#contract/files.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { episodeId, TRAILER } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, films } from '#server/database/schema/catalogue.ts'
import { requireTitle } from '#server/operator/catalogue/findRecords.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { markUsed, markVersions } from '#server/operator/films/filmUse.ts'
import { Film, LIBRARY, readFilm } from '#server/stream/film.ts'
import { sweepLibrary } from '#server/stream/sweepFilms.ts'
import { languagesOf } from '#server/stream/voices.ts'

const place = {
  title: v.string(),
  /** 0 for a film or a trailer */
  season: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
  /** `TRAILER` for a trailer */
  number: v.pipe(v.number(), v.integer(), v.minValue(TRAILER), v.maxValue(999)),
}

/** Makes a film of the library the one that plays as a title, an episode or a trailer. */
export const putFilm = defineCommand(
  v.strictObject({ ...place, version: v.pipe(v.string(), v.regex(/^\w{1,40}$/)) }),
  ({ connection, clock, storage }, { version, ...input }, { audit }) =>
    // A film of the library that no title plays may be swept at any other time.
    connection.exclusively(async ({ database }) => {
      const manifest = await readFilm(storage, `${LIBRARY}/${version}`)
      if (!manifest) throw new CommandError(`The library has no film ${version}.`)
      const { storage: _, folder: __, ...film } = manifest
      if ((film.isTrailer ?? false) !== isTrailer(input))
        throw new CommandError(`${version} was not made for this place.`)
      await database.transaction(async (transaction) => {
        const work = await requireWork(transaction, input)
        const [before] = await transaction.select().from(films).where(isOf(work))
        const row = { version, manifest: film, addedAt: clock() }
        await transaction
          .insert(films)
          .values({ ...work, ...row })
          .onConflictDoUpdate({ target: [films.titleId, films.season, films.number], set: row })
        if (!isTrailer(work)) await markVersions(transaction, work.titleId, languagesOf(film), clock())
        await recordChange(transaction)
        await audit(transaction, {
          subject: subjectOf(work),
          before: before ? { film: before.version } : null,
          after: { film: version },
        })
        // Links to the replaced film are valid for a while: it counts as used now.
        if (before && before.version !== version) await markUsed(storage, before.version)
      })
      await sweepLibrary(database, storage)
      return { version, seconds: film.seconds, qualities: film.qualities.map(({ quality }) => quality) }
    }),
)

/** Checks that a title or an episode exists, before its film is made. */
export const checkFilmPlace = defineCommand(v.strictObject(place), ({ connection }, input) =>
  requireWork(connection.database, input),
)

/** `film list TITLE`: the films of a title, its trailer first. */
export const listFilms = defineCommand(v.strictObject({ title: v.string() }), async ({ connection }, { title }) => {
  const { id } = await requireTitle(connection.database, title)
  const rows = await connection.database
    .select()
    .from(films)
    .where(eq(films.titleId, id))
    .orderBy(asc(films.season), asc(films.number))
  return {
    films: rows.map(({ season, number, version, addedAt }) => ({
      ...(isTrailer({ number }) ? { place: 'trailer' } : { season, number }),
      version,
      addedAt,
    })),
  }
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

/**
 * `film chapters TITLE`: replaces the chapters of the given kinds, after all were removed with `clear`; a chapter without
 * an end is the rest of the film. Returns all chapters.
 */
export const changeChapters = defineCommand(
  v.strictObject({
    ...place,
    clear: v.boolean(),
    chapters: v.array(v.object({ kind: v.picklist(CHAPTER_KINDS), start: v.number(), end: v.nullable(v.number()) })),
  }),
  async ({ connection }, { clear, chapters: given, ...input }, { audit }) => {
    const chapters = await connection.database.transaction(async (transaction) => {
      const { id: titleId } = await requireTitle(transaction, input.title)
      const work = { titleId, season: input.season, number: input.number }
      const [row] = await transaction.select().from(films).where(isOf(work)).for('update')
      if (!row) throw new CommandError('There is no such film.')
      const film = v.parse(Film, row.manifest)
      const late = given.find(({ start, end }) => start >= film.seconds || (end ?? 0) > film.seconds)
      if (late)
        throw new CommandError(`The film ends after ${film.seconds} seconds, before the end of its ${late.kind}.`)
      const stay = clear ? [] : film.chapters.filter(({ kind }) => !given.some((one) => one.kind === kind))
      const changed = [...stay, ...given.map((one) => ({ ...one, end: one.end ?? film.seconds }))].toSorted(
        (one, other) => one.start - other.start,
      )
      if (!clear && given.length === 0) return changed
      await transaction
        .update(films)
        .set({ manifest: { ...film, chapters: changed } })
        .where(isOf(work))
      await recordChange(transaction)
      const [before, after] = [{ chapters: film.chapters }, { chapters: changed }]
      await audit(transaction, { subject: subjectOf(work), before, after })
      return changed
    })
    return { chapters }
  },
)

interface WorkKey {
  titleId: number
  season: number
  number: number
}

/** The film's place in the audit log. */
function subjectOf({ titleId, season, number }: WorkKey): string {
  if (isTrailer({ number })) return `title ${titleId} trailer`
  return season === 0 ? `title ${titleId}` : `title ${titleId} episode ${season}x${number}`
}

function isTrailer({ number }: { number: number }): boolean {
  return number === TRAILER
}

function isOf({ titleId, season, number }: WorkKey) {
  return and(eq(films.titleId, titleId), eq(films.season, season), eq(films.number, number))
}

/** The film, episode or trailer that is meant. Throws a `CommandError` if the title has no such one. */
async function requireWork(
  database: Database,
  { title, season, number }: { title: string; season: number; number: number },
): Promise<WorkKey> {
  const { id: titleId, type } = await requireTitle(database, title)
  if (season === 0 && isTrailer({ number })) return { titleId, season, number }
  if (type === 'movie') {
    if (season > 0 || number > 0) throw new CommandError(`${title} is a film: it has no seasons.`)
    return { titleId, season: 0, number: 0 }
  }
  const exists = await database.$count(episodes, eq(episodes.id, episodeId(titleId, season, number)))
  if (exists === 0) throw new CommandError(`${title} has no episode ${number} in season ${season}: import it first.`)
  return { titleId, season, number }
}
