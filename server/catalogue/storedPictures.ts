import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import { pictures, titles } from '#server/database/schema/catalogue.ts'
import { makeMaster, pictureHash } from '#server/pictures/masterPicture.ts'
import type { PictureFiles } from '#server/pictures/pictureFiles.ts'
import { recordset } from './seeding/writeRows.ts'

type PictureRow = typeof pictures.$inferSelect

/** The columns of a stored picture that addresses and placeholders use. */
export type StoredPicture = Pick<PictureRow, 'hash' | 'color'>

/** The stored poster and backdrop of a title; null if it has neither. */
export type TitlePictures = Partial<Record<'poster' | 'backdrop', StoredPicture>> | null

const facts = sql`json_build_object('hash', hash, 'color', color)`

/** Column for queries of `titles`: a subquery, so that each query of cards stays one statement. */
export const titlePictures: SQL<TitlePictures> = sql`(
  select json_object_agg(kind, ${facts}) from pictures
  where pictures.title_id = titles.id and kind in ('poster', 'backdrop'))`

/** Column for queries of `people`. */
export const personPicture: SQL<StoredPicture | null> = sql`(
  select ${facts} from pictures where pictures.person_id = people.id and kind = 'portrait')`

/** Column for queries of `titles`: the number of stored stills. */
export const storedStills: SQL<number> = sql`(
  select count(*)::integer from pictures where pictures.title_id = titles.id and kind = 'still')`

/** The picture of a title or person by its kind, or one still of a title or an episode. */
export type PicturePlace = Pick<PictureRow, 'kind' | 'titleId' | 'personId' | 'season' | 'number'>

/** The facts of a picture whose file is stored. */
export type PictureFacts = Pick<PictureRow, 'hash' | 'width' | 'height' | 'bytes' | 'color'>

/** Condition for the row of a place. */
export function isAt({ kind, titleId, personId, season, number }: PicturePlace): SQL | undefined {
  return and(
    titleId === null ? sql`${pictures.titleId} is null` : eq(pictures.titleId, titleId),
    personId === null ? sql`${pictures.personId} is null` : eq(pictures.personId, personId),
    eq(pictures.kind, kind),
    eq(pictures.season, season),
    eq(pictures.number, number),
  )
}

/** The stored stills of a title, in the order of seasons and numbers. */
export function stillsOf(database: Database, titleId: number): Promise<PictureRow[]> {
  return database
    .select()
    .from(pictures)
    .where(and(eq(pictures.titleId, titleId), eq(pictures.kind, 'still')))
    .orderBy(asc(pictures.season), asc(pictures.number))
}

/** The facts of a picture that a row names. */
export async function factsOf(database: Database, hash: string): Promise<PictureFacts | undefined> {
  const { width, height, bytes, color } = pictures
  const [known] = await database
    .select({ hash: pictures.hash, width, height, bytes, color })
    .from(pictures)
    .where(eq(pictures.hash, hash))
    .limit(1)
  return known
}

/**
 * Stores the file of a picture and returns the facts for its row, which `putPictures` writes. A file that is stored is not
 * decoded again. Without `files` it is checked and not stored. Throws `UnusablePicture`.
 */
export async function storePicture(
  file: Uint8Array,
  kind: PictureRow['kind'],
  { files, find }: { files: PictureFiles | undefined; find: (hash: string) => Promise<PictureFacts | undefined> },
): Promise<PictureFacts> {
  const hash = pictureHash(file, kind)
  const known = await find(hash)
  if (known && (await files?.has(hash)) !== false) return known
  const { content, ...size } = await makeMaster(file, kind)
  await files?.write(hash, content)
  return { hash, ...size, bytes: content.length }
}

/**
 * Writes the rows of pictures whose files are stored, and marks their titles as changed. Returns how many rows are new or
 * changed; the caller announces a change of the catalogue.
 */
export async function putPictures(
  database: Database,
  rows: readonly (PicturePlace & PictureFacts)[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const put = (conflict: SQL, which: SQL) =>
    database.execute<{ id: number | null }>(sql`
      insert into pictures (kind, title_id, person_id, season, number, hash, width, height, bytes, color, created_at)
      select kind, "titleId", "personId", season, number, hash, width, height, bytes, color, ${now.toISOString()}::timestamptz
      from ${recordset([...rows], COLUMNS)} where ${which} is not null
      on conflict ${conflict} do update set hash = excluded.hash, width = excluded.width, height = excluded.height,
        bytes = excluded.bytes, color = excluded.color, created_at = excluded.created_at
      where pictures.hash <> excluded.hash
      returning title_id as id`)
  const ofTitles = await put(sql`(title_id, kind, season, number)`, sql`"titleId"`)
  const ofPeople = await put(sql`(person_id, kind)`, sql`"personId"`)
  await markChanged(database, ofTitles.rows, now)
  return ofTitles.rows.length + ofPeople.rows.length
}

const COLUMNS = sql`kind text, "titleId" integer, "personId" integer, season integer, number integer, hash text,
  width integer, height integer, bytes integer, color text`

/** Removes the row of a place. Returns false if there is none. `sweepPictures` deletes the file. */
export async function removePicture(database: Database, place: PicturePlace, now: Date): Promise<boolean> {
  const removed = await database.delete(pictures).where(isAt(place)).returning({ id: pictures.titleId })
  await markChanged(database, removed, now)
  return removed.length > 0
}

/** Cards are cached until their title is written. `id`: of a title, null for a person's picture. */
async function markChanged(database: Database, rows: readonly { id: number | null }[], now: Date): Promise<void> {
  const ids = new Set(rows.flatMap(({ id }) => id ?? []))
  if (ids.size === 0) return
  await database.update(titles).set({ updatedAt: now }).where(isOneOf(titles.id, ids))
}

/** Unused files are kept for this long after they were stored, in ms: a restored backup may name them. */
const KEPT = 7 * 86_400_000

/** Deletes stored files that no row names. Run it exclusively: a file is stored before its row. */
export async function sweepPictures(
  database: Database,
  files: PictureFiles,
): Promise<{ files: number; bytes: number }> {
  return files.removeAllBut(await hashesOf(database))
}

/**
 * Like `sweepPictures`, without new files. Does nothing while no row names a picture: that is a database that was made anew
 * beside a storage.
 */
export async function sweepOldPictures(database: Database, files: PictureFiles): Promise<void> {
  const hashes = await hashesOf(database)
  if (hashes.size > 0) await files.removeAllBut(hashes, new Date(Date.now() - KEPT))
}

async function hashesOf(database: Database): Promise<Set<string>> {
  const rows = await database.selectDistinct({ hash: pictures.hash }).from(pictures)
  return new Set(rows.map(({ hash }) => hash))
}
