import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Connection, Database } from '#server/database/connect.ts'
import { schemaOf } from '#server/database/migrate.ts'
import { CommandError } from '#server/operator/command.ts'
import { STORED_PICTURES } from '#server/pictures/pictureFiles.ts'
import { isMissing } from '#server/platform/reportError.ts'
import { syncPath } from '#server/platform/syncPath.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { readStream, type Storage } from '#server/storage/storage.ts'
import { LIBRARY } from '#server/stream/film.ts'
import { writeFileChecked } from './checksums.ts'
import { listSequences, listTables, type Table } from './databaseObjects.ts'
import { FORMAT, isStored, MANIFEST, type Manifest, PICTURES, SECRET_FILES, storedFile, tableFile } from './manifest.ts'

/** Pages of a table read at a time, of 8 kB, with what their rows store elsewhere. */
const CHUNK = 64
/** zlib's fastest: the embedded database waits for the snapshot to be written. */
const COMPRESSION = 1

export interface BackupOptions {
  connection: Pick<Connection, 'database'>
  dataDir: string
  /** films and stored pictures */
  storage: Storage
  /** the folder to create */
  folder: string
  /** whether to include the operator's films */
  hasFilms: boolean
  clock: () => Date
  /** Called with the number of rows written so far. */
  onProgress: (rows: number) => void
}

/**
 * Writes a backup of the database and the data folder into a new folder, which appears complete or not at all. The rows
 * are those of one moment; the embedded database answers nothing else until they are written. Throws a `CommandError` when
 * the folder exists or its parent does not.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { folder, connection, dataDir, storage, hasFilms } = options
  const parent = dirname(folder)
  const names = await readdir(parent).catch((error: unknown) => {
    if (isMissing(error)) throw new CommandError(`There is no folder ${parent}.`)
    throw error
  })
  if (names.includes(basename(folder))) throw new CommandError(`${folder} exists. A backup needs a new folder.`)
  const draft = await mkdtemp(`${folder}.partial-`)
  try {
    await mkdir(join(draft, 'tables'))
    const files: Manifest['files'] = []
    for (const path of SECRET_FILES) await copy(path)
    // Before and after the rows: a picture that they name may be replaced and swept meanwhile, or be added.
    await copyPictures()
    const snapshot = await connection.database.transaction((database) => writeRows(database, draft, options), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    await copyPictures()
    // After the rows: films that they name are complete by then.
    if (hasFilms) for (const path of await keysIn(storage, LIBRARY)) await copyStored(path)
    const manifest: Manifest = { format: FORMAT, ...snapshot, files, hasFilms }
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    syncFolders(draft, files)
    await rename(draft, folder)
    syncPath(parent)
    return manifest

    async function copyPictures() {
      const copied = new Set(files.map(({ path }) => path))
      for (const path of await keysIn(storage, STORED_PICTURES)) if (!copied.has(path)) await copyStored(path)
      const named = (await keysIn(openFolder(dataDir), PICTURES)).filter((path) => !isStored(path))
      for (const path of named) if (!copied.has(path)) await copy(path)
    }

    async function copyStored(key: string) {
      const source = await readStream(storage, key)
      // Removed meanwhile.
      if (!source) return
      const target = storedFile(draft, key)
      await mkdir(dirname(target), { recursive: true })
      files.push({ path: key, ...(await writeFileChecked(target, source)) })
    }

    async function copy(path: string) {
      const target = storedFile(draft, path)
      await mkdir(dirname(target), { recursive: true })
      try {
        files.push({ path, ...(await writeFileChecked(target, createReadStream(join(dataDir, path)))) })
      } catch (error) {
        // No secret of its own, or removed meanwhile.
        if (!isMissing(error)) throw error
        await rm(target, { force: true })
      }
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

type Snapshot = Pick<Manifest, 'createdAt' | 'schema' | 'tables' | 'sequences'>

async function writeRows(database: Database, draft: string, { clock, onProgress }: BackupOptions): Promise<Snapshot> {
  const createdAt = clock().toISOString()
  const schema = await schemaOf(database)
  if (schema === undefined) throw new CommandError('The database is empty: no server has run with it.')
  await database.execute(sql`set local timezone to 'UTC'`)
  const tables: Manifest['tables'] = []
  let total = 0
  for (const table of await listTables(database)) {
    let rows = 0
    const chunks = readChunks(database, table, (count) => {
      rows += count
      total += count
      onProgress(total)
    })
    const file = tableFile(draft, table.name)
    const checksum = await writeFileChecked(file, Readable.from(chunks), createGzip({ level: COMPRESSION }))
    tables.push({ name: table.name, rows, ...checksum })
  }
  const sequences = (await listSequences(database)).map(({ name, last }) => ({ name, last }))
  return { createdAt, schema, tables, sequences }
}

/**
 * Yields a table's rows as lines of JSON, as the database writes them: no value passes through JavaScript's types. Pages
 * are read by their number: a cursor takes half as long again, since each of its rows is a message of its own.
 */
async function* readChunks(
  database: Database,
  { name, columns }: Table,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const table = sql.identifier(name)
  const list = sql.join(columns.map(sql.identifier), sql`, `)
  const { rows: sizes } = await database.execute<{ pages: number }>(sql`
    select (pg_relation_size(${`public.${name}`}::regclass) / current_setting('block_size')::integer)::integer as pages`)
  const pages = sizes[0]?.pages ?? 0
  for (let page = 0; page < pages; page += CHUNK) {
    const { rows } = await database.execute<{ lines: string | null; count: number }>(sql`
      select string_agg(row_to_json(stored)::text, chr(10)) as lines, count(*)::integer as count
      from (
        select ${list} from ${table} where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + CHUNK},0)`}::tid
      ) as stored`)
    const [chunk] = rows
    if (!chunk?.lines) continue
    yield `${chunk.lines}\n`
    onRows(chunk.count)
  }
}

/** Keys of the files in a folder, without those of which a part begins with a dot. */
async function keysIn(storage: Storage, folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(folder)) if (!key.includes('/.')) keys.push(key)
  return keys
}

/** The files are synced as they are written. */
function syncFolders(draft: string, files: Manifest['files']): void {
  const folders = files.map(({ path }) => dirname(storedFile(draft, path)))
  for (const folder of new Set([...folders, join(draft, 'tables'), draft])) syncPath(folder)
}
