import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CommandError } from '#server/operator/command.ts'
import { STORED_PICTURES } from '#server/pictures/pictureFiles.ts'
import { parseJson } from '#server/platform/parseJson.ts'
import { isMissing } from '#server/platform/reportError.ts'
import { LIBRARY } from '#server/stream/film.ts'

/** Increase when the files of a backup change in a way that this program must know. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** Files of the data folder that a backup holds, besides folders. They are secrets. */
export const SECRET_FILES = ['secret', 'push-key'] as const
/** Folder of the operator's pictures. Those named by key are in the data folder. */
export const PICTURES = 'pictures'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,62}$/))

/** The path of a file, which is also its path in the data folder or its key in the storage. No part begins with a dot. */
const StoredPath = v.pipe(
  v.string(),
  v.check(
    (path) =>
      SECRET_FILES.some((name) => name === path) ||
      (/^(pictures|library)\//.test(path) && path.split('/').every((part) => part !== '' && !part.startsWith('.'))),
    'is no path of a backup',
  ),
)

const Manifest = v.object({
  format: v.number(),
  /** time of the snapshot */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** the newest migration of the database: `created_at` of drizzle's table, ms */
  schema: Count,
  /** rows as JSON, one per line, in `tables/{name}.ndjson.gz`; `sha256` of the compressed file */
  tables: v.array(v.object({ name: Name, rows: Count, bytes: Count, sha256: Sha256 })),
  /** `last`: the last number given; null if none was */
  sequences: v.array(v.object({ name: Name, last: v.nullable(Count) })),
  /** files of the data folder and the storage, in `files/{path}` */
  files: v.array(v.object({ path: StoredPath, bytes: Count, sha256: Sha256 })),
  hasFilms: v.boolean(),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** Whether a file is in the storage, not in the data folder. */
export function isStored(path: string): boolean {
  return path.startsWith(`${LIBRARY}/`) || path.startsWith(`${STORED_PICTURES}/`)
}

/** The file of a table's rows in a backup. */
export function tableFile(folder: string, name: string): string {
  return join(folder, 'tables', `${name}.ndjson.gz`)
}

/** A file of the data folder or the storage in a backup. */
export function storedFile(folder: string, path: string): string {
  return join(folder, 'files', path)
}

/** Reads the manifest of a backup. Throws a `CommandError` for a folder that is no whole backup of a known format. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    if (isMissing(error)) throw new CommandError(`${folder} is no whole backup: it has no ${MANIFEST}.`)
    throw error
  }
  const raw = parseJson(text)
  const format = v.safeParse(v.object({ format: v.number() }), raw)
  if (format.success && format.output.format > FORMAT) {
    throw new CommandError(`The backup was written by a newer version of Parde. Restore it with that version.`)
  }
  const read = v.safeParse(Manifest, raw)
  if (read.success) return read.output
  const reasons = read.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim())
  throw new CommandError(`${MANIFEST} of the backup is damaged: ${reasons.slice(0, 3).join('; ')}`)
}
