import { readFile, realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { factsOf, type PictureFacts, storePicture } from '#server/catalogue/storedPictures.ts'
import type { Database } from '#server/database/connect.ts'
import { FILE_MAX, tooLarge, UnusablePicture } from '#server/pictures/masterPicture.ts'
import type { PictureFiles } from '#server/pictures/pictureFiles.ts'
import { oneAtATime } from '#server/platform/oneAtATime.ts'
import { isMissing } from '#server/platform/reportError.ts'
import type { ImportedRecord, NamedPicture } from './importRecords.ts'

/** A stored picture, with its kind, season and number in its record. */
export type PlacedPicture = Omit<NamedPicture, 'file'> & PictureFacts

/** Where an import finds and stores the pictures that rows name. */
export interface ImportedFolder {
  /** the folder of the operator's files */
  images: string
  /** the folder of stored pictures; undefined for a trial, which checks the files and stores none */
  files: PictureFiles | undefined
}

/** A record with its line, before its pictures are stored. */
interface Row {
  line: number
  record: ImportedRecord
}

/** The pictures that a record names. */
export function picturesOf(record: ImportedRecord): readonly NamedPicture[] {
  return 'pictures' in record ? record.pictures : []
}

/**
 * Stores the pictures of rows, several at a time, and returns the rows with them. A row with a file that cannot be used is
 * left out and told to `refuse`, as the order of the rows has it.
 */
export async function storePictures<RowType extends Row>(
  database: Database,
  folder: ImportedFolder | undefined,
  rows: readonly RowType[],
  refuse: (line: number, reason: string) => void,
): Promise<(RowType & { pictures: PlacedPicture[] })[]> {
  if (!folder) return rows.map((row) => ({ ...row, pictures: [] }))
  const images = await realpath(folder.images)
  // A trial runs in a transaction, whose connection takes one statement at a time.
  const ask = oneAtATime()
  const find = (hash: string) => ask(() => factsOf(database, hash))
  const results: (PlacedPicture[] | UnusablePicture)[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < rows.length; at = next++) {
      const row = rows[at]
      results[at] = row ? await storeAll(picturesOf(row.record), { ...folder, images, find }) : []
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return rows.flatMap((row, at) => {
    const result = results[at] ?? []
    if (!(result instanceof UnusablePicture)) return [{ ...row, pictures: result }]
    refuse(row.line, result.message)
    return []
  })
}

/** Stores the pictures of one row; returns why the first unusable one cannot be used. */
async function storeAll(
  named: readonly NamedPicture[],
  { images, files, find }: ImportedFolder & { find: (hash: string) => Promise<PictureFacts | undefined> },
): Promise<PlacedPicture[] | UnusablePicture> {
  const placed: PlacedPicture[] = []
  for (const { file, ...place } of named) {
    try {
      placed.push({ ...place, ...(await storePicture(await readPicture(images, file), place.kind, { files, find })) })
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error
      return new UnusablePicture(`${place.kind}: ${file} ${error.message}`)
    }
  }
  return placed
}

/** Reads a file of the folder. Throws `UnusablePicture` for anything but a file of a usable size inside it. */
async function readPicture(images: string, file: string): Promise<Uint8Array> {
  try {
    // A link in the folder may lead out of it.
    const path = await realpath(join(images, file))
    const found = await stat(path)
    if (!path.startsWith(`${images}${sep}`)) throw new UnusablePicture('is outside the folder of pictures')
    if (!found.isFile()) throw new UnusablePicture('is no file')
    if (found.size > FILE_MAX) throw tooLarge()
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) throw new UnusablePicture('does not exist', { cause: error })
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new UnusablePicture('cannot be read by this account', { cause: error })
    }
    throw error
  }
}
