import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { episodeId } from '#server/catalogue/ids.ts'
import {
  factsOf,
  isAt,
  type PicturePlace,
  putPictures,
  removePicture,
  storePicture,
  sweepPictures,
} from '#server/catalogue/storedPictures.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, pictures } from '#server/database/schema/catalogue.ts'
import { requirePerson, requireTitle } from '#server/operator/catalogue/findRecords.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { FILE_MAX, tooLarge, UnusablePicture } from '#server/pictures/masterPicture.ts'
import { openPictureFiles } from '#server/pictures/pictureFiles.ts'

const place = {
  kind: v.picklist(['poster', 'backdrop', 'still', 'portrait']),
  /** a title by IMDb id, number or key; for a portrait a person by key or number */
  name: v.string(),
  /** the season of an episode's still, otherwise 0 */
  season: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
  /** number of a still in its season or title, otherwise 0 */
  number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
}

/** `picture add`: stores a file as the picture of a place. The same file again changes nothing. */
export const addPicture = defineCommand(
  v.strictObject({ ...place, fileName: v.string() }),
  ({ connection, clock, storage }, { fileName, ...input }, { file, audit }) =>
    connection.exclusively(async ({ database }) => {
      const shown = await requirePlace(database, input)
      try {
        const found = await storePicture(await readAll(file), input.kind, {
          files: openPictureFiles(storage),
          find: (hash) => factsOf(database, hash),
        })
        const changed = await database.transaction(async (transaction) => {
          const before = await hashAt(transaction, shown)
          const count = await putPictures(transaction, [{ ...shown, ...found }], clock())
          if (count > 0) await recordChange(transaction)
          await audit(transaction, { subject: subjectOf(shown), before, after: { hash: found.hash } })
          return count
        })
        return { ...found, changed: changed > 0 }
      } catch (error) {
        if (error instanceof UnusablePicture) throw new CommandError(`${fileName} ${error.message}`, { cause: error })
        throw error
      }
    }),
)

/** `picture list`: the pictures of a title, or of a person. */
export const listPictures = defineCommand(
  v.strictObject({ name: v.string(), isPerson: v.boolean() }),
  async ({ connection: { database } }, { name, isPerson }) => {
    const owner = isPerson
      ? eq(pictures.personId, (await requirePerson(database, name)).id)
      : eq(pictures.titleId, (await requireTitle(database, name)).id)
    const { kind, season, number, hash, width, height, bytes, color, createdAt } = pictures
    const rows = await database
      .select({ kind, season, number, hash, width, height, bytes, color, createdAt })
      .from(pictures)
      .where(owner)
      .orderBy(asc(kind), asc(season), asc(number))
    return { pictures: rows }
  },
)

/** `picture remove`: the place has the picture again that it had without the stored one. */
export const takePicture = defineCommand(v.strictObject(place), ({ connection, clock }, input, { audit }) =>
  connection.database.transaction(async (transaction) => {
    const shown = await findPlace(transaction, input)
    const found = await hashAt(transaction, shown)
    if (!found || !(await removePicture(transaction, shown, clock())))
      throw new CommandError('There is no such picture.')
    await recordChange(transaction)
    await audit(transaction, { subject: subjectOf(shown), before: found, after: null })
    return { removed: found.hash }
  }),
)

/** `picture sweep`: deletes the files that no title and no person uses. */
export const sweepPictureFiles = defineCommand(v.strictObject({}), ({ connection, storage }) =>
  connection.exclusively(({ database }) => sweepPictures(database, openPictureFiles(storage))),
)

/** The picture of a place; null without a stored one. */
async function hashAt(database: Database, shown: PicturePlace): Promise<{ hash: string } | null> {
  const [found] = await database.select({ hash: pictures.hash }).from(pictures).where(isAt(shown))
  return found ?? null
}

/** The place in the audit log. */
function subjectOf({ kind, titleId, personId, season, number }: PicturePlace): string {
  const owner = titleId === null ? `person ${personId}` : `title ${titleId}`
  return kind === 'still' ? `${owner} still ${season}x${number}` : `${owner} ${kind}`
}

type Place = v.InferOutput<v.StrictObjectSchema<typeof place, undefined>>

/** The place that is meant. Throws a `CommandError` if there is no such title, person or episode. */
async function requirePlace(database: Database, input: Place): Promise<PicturePlace> {
  const { kind, season, number, name } = input
  const shown = await findPlace(database, input)
  if (kind !== 'still' && (season > 0 || number > 0)) throw new CommandError(`A ${kind} has no season and no number.`)
  if (kind === 'still' && number === 0) throw new CommandError('A still needs --number, or --season and --episode.')
  if (shown.titleId === null || season === 0) return shown
  const exists = await database.$count(episodes, eq(episodes.id, episodeId(shown.titleId, season, number)))
  if (exists === 0) throw new CommandError(`${name} has no episode ${number} in season ${season}: import it first.`)
  return shown
}

async function findPlace(database: Database, { name, ...input }: Place): Promise<PicturePlace> {
  if (input.kind === 'portrait') {
    return { ...input, titleId: null, personId: (await requirePerson(database, name)).id }
  }
  return { ...input, titleId: (await requireTitle(database, name)).id, personId: null }
}

/** Reads the command's file. Throws `UnusablePicture` as soon as it is too large. */
async function readAll(file: ReadableStream<Uint8Array> | undefined): Promise<Uint8Array> {
  if (!file) throw new CommandError('picture add needs a file')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of file as unknown as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > FILE_MAX) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
