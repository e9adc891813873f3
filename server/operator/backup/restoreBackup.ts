import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Connection, connectEmbedded, connectServer, type Database } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { knownSchemas, migrate, schemaOf } from '#server/database/migrate.ts'
import { CommandError } from '#server/operator/command.ts'
import { isMissing } from '#server/platform/reportError.ts'
import { syncPath } from '#server/platform/syncPath.ts'
import { readStream, type Storage } from '#server/storage/storage.ts'
import { type Checksum, checksumOf, writeFileChecked } from './checksums.ts'
import { listForeignKeys, listSequences, listTables } from './databaseObjects.ts'
import { beginEpoch } from './epoch.ts'
import { isStored, type Manifest, readManifest, storedFile, tableFile } from './manifest.ts'

/** Rows are inserted when their text has this many characters. */
const CHUNK = 1_000_000

export interface RestoreOptions {
  /** the folder of the backup */
  folder: string
  dataDir: string
  /** films and stored pictures */
  storage: Storage
  databaseUrl: string | undefined
  clock: () => Date
  /** Called with the number of rows written so far. */
  onProgress: (rows: number) => void
}

/**
 * Restores a backup into an empty database and data folder. The checksums are compared first. A backup of an older schema
 * is migrated. Devices that are ahead of the backup send their changes again (docs/sync.md#restored-servers). Throws a
 * `CommandError` when the backup is damaged or newer than this program, or when there is something to overwrite.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { folder, databaseUrl } = options
  const manifest = await readManifest(folder)
  requireKnownSchema(manifest)
  await compareChecksums(folder, manifest)
  if (databaseUrl === undefined) await restoreEmbedded(manifest, options)
  else {
    await requireFreeFiles(manifest, options)
    const connection = await connectServer(databaseUrl)
    await restoreDatabase(connection, manifest, options).finally(() => connection.close())
    await copyFiles(manifest, options)
  }
  return manifest
}

/** The database appears in the data folder when all is restored. */
async function restoreEmbedded(manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { dataDir } = options
  const database = join(dataDir, 'database')
  const release = await lockFolder(dataDir)
  try {
    if ((await namesIn(database)).length > 0) throw occupied(database)
    await requireFreeFiles(manifest, options)
    const draft = `${database}.restoring`
    // Left by a restore that was interrupted.
    await rm(draft, { recursive: true, force: true })
    const connection = await connectEmbedded({ folder: draft })
    await restoreDatabase(connection, manifest, options).finally(() => connection.close())
    await copyFiles(manifest, options)
    await rename(draft, database)
    syncPath(dataDir)
  } finally {
    await release()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function requireKnownSchema({ schema }: Manifest): void {
  const known = knownSchemas()
  if (known.includes(schema)) return
  throw new CommandError(
    schema > Math.max(...known)
      ? 'The database of the backup is newer than this program. Restore it with the version of Parde that wrote it, or a newer one.'
      : 'The database of the backup has a schema that this program does not know.',
  )
}

async function compareChecksums(folder: string, { tables, files }: Manifest): Promise<void> {
  const stored = [
    ...tables.map((table) => ({ path: tableFile(folder, table.name), expected: table })),
    ...files.map((file) => ({ path: storedFile(folder, file.path), expected: file })),
  ]
  for (const { path, expected } of stored) {
    const actual = await localChecksum(path)
    if (!actual) throw new CommandError(`The backup is damaged: ${path} is missing.`)
    if (!isSame(actual, expected)) throw new CommandError(`The backup is damaged: ${path} has changed.`)
  }
}

/** Refuses to replace a file by another one. Equal files are left by a restore that was interrupted. */
async function requireFreeFiles({ files }: Manifest, { dataDir, storage }: RestoreOptions): Promise<void> {
  for (const { path, ...expected } of files) {
    const local = join(dataDir, path)
    const existing = await (isStored(path) ? storedChecksum(storage, path) : localChecksum(local))
    if (existing && !isSame(existing, expected)) throw occupied(isStored(path) ? path : local)
  }
}

function occupied(path: string): CommandError {
  return new CommandError(`${path} exists. A backup is restored into an empty database and data folder.`)
}

async function storedChecksum(storage: Storage, key: string): Promise<Checksum | undefined> {
  const source = await readStream(storage, key)
  return source && checksumOf(source)
}

async function localChecksum(path: string): Promise<Checksum | undefined> {
  try {
    return await checksumOf(createReadStream(path))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isSame(one: Checksum, other: Checksum): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256
}

/** Restores the database of a backup whose checksums are right, into an empty one. */
export async function restoreDatabase(
  connection: Connection,
  manifest: Manifest,
  { folder, clock, onProgress }: Pick<RestoreOptions, 'folder' | 'clock' | 'onProgress'>,
): Promise<void> {
  await requireEmpty(connection.database, manifest)
  await migrate(connection, { upTo: manifest.schema })
  const isCurrent = manifest.schema === Math.max(...knownSchemas())
  await connection.exclusively(({ database }) =>
    database.transaction(async (transaction) => {
      await loadTables(transaction, folder, manifest, onProgress)
      await skipNumbers(transaction, manifest, clock())
      if (isCurrent) await beginEpoch(transaction, clock())
    }),
  )
  if (!isCurrent) {
    await migrate(connection)
    await connection.database.transaction((transaction) => beginEpoch(transaction, clock()))
  }
  await connection.exclusively(({ database }) => database.execute(sql`analyze`))
}

/** Tables without rows are left by a restore that was interrupted. */
async function requireEmpty(database: Database, { schema }: Manifest): Promise<void> {
  const applied = await schemaOf(database)
  const tables = await listTables(database)
  for (const { name } of tables) {
    const { rows } = await database.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
    if (rows.length > 0)
      throw new CommandError(`The database has data (table ${name}). A backup needs an empty database.`)
  }
  const isOurs = applied === undefined ? tables.length === 0 : applied <= schema
  if (!isOurs) throw new CommandError('The database has tables of another schema. A backup needs an empty database.')
}

/** Loads all rows. The foreign keys are checked at the end, so the order of tables and rows does not matter. */
async function loadTables(
  transaction: Database,
  folder: string,
  { tables }: Manifest,
  onProgress: (rows: number) => void,
): Promise<void> {
  const known = new Map((await listTables(transaction)).map((table) => [table.name, table]))
  const keys = await listForeignKeys(transaction)
  for (const { table, name } of keys) {
    await transaction.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`)
  }
  let total = 0
  for (const { name, rows: expected } of tables) {
    const table = known.get(name)
    if (!table) throw new CommandError(`The backup has a table ${name} that its schema lacks.`)
    const columns = sql.join(table.columns.map(sql.identifier), sql`, `)
    // Rows that a migration wrote are in the backup, as they were then.
    await transaction.execute(sql`delete from ${sql.identifier(name)}`)
    let rows = 0
    for await (const lines of readChunks(tableFile(folder, name))) {
      await transaction.execute(sql`
        insert into ${sql.identifier(name)} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${sql.identifier(name)}, ${`[${lines.join(',')}]`}::json)`)
      rows += lines.length
      total += lines.length
      onProgress(total)
    }
    if (rows !== expected)
      throw new CommandError(`The backup is damaged: table ${name} has ${rows} of ${expected} rows.`)
  }
  for (const { table, name, definition } of keys) {
    await transaction.execute(
      sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    )
  }
}

async function* readChunks(file: string): AsyncGenerator<string[]> {
  const text = createGunzip().setEncoding('utf8')
  // An error reaches the loop below.
  pipeline(createReadStream(file), text, () => undefined)
  let [lines, rest, size]: [string[], string, number] = [[], '', 0]
  for await (const part of text as AsyncIterable<string>) {
    const split = (rest + part).split('\n')
    rest = split.pop() ?? ''
    lines.push(...split)
    size += part.length
    if (size < CHUNK || lines.length === 0) continue
    yield lines
    ;[lines, size] = [[], 0]
  }
  if (rest !== '') lines.push(rest)
  if (lines.length > 0) yield lines
}

/** Numbers of catalogue rows that are skipped: more than an import after the backup can have used. */
const SKIPPED = 1_000_000

/**
 * Continues the sequences beyond every number that was given after the backup: devices, mails and links may still have
 * them, and they must not come to mean something else. The time in ms is such a number, where the column is wide enough.
 */
async function skipNumbers(transaction: Database, { sequences }: Manifest, now: Date): Promise<void> {
  const lasts = new Map(sequences.map(({ name, last }) => [name, last]))
  for (const { name, isWide, last: start } of await listSequences(transaction)) {
    const last = lasts.get(name) ?? start
    const next = isWide ? Math.max(now.getTime(), (last ?? 0) + 1) : last === null ? undefined : last + SKIPPED
    if (next !== undefined) await transaction.execute(sql`select setval(${name}::regclass, ${next}::bigint)`)
  }
}

/** Files that exist are equal: `requireFreeFiles` has compared them. */
async function copyFiles({ files }: Manifest, { folder, dataDir, storage }: RestoreOptions): Promise<void> {
  for (const { path } of files) {
    if (isStored(path)) {
      if ((await storage.size(path)) === undefined) await storage.write(path, { path: storedFile(folder, path) })
      continue
    }
    const target = join(dataDir, path)
    if (existsSync(target)) continue
    const draft = `${target}.restoring`
    await mkdir(dirname(target), { recursive: true })
    await rm(draft, { force: true })
    await writeFileChecked(draft, createReadStream(storedFile(folder, path)))
    await rename(draft, target)
    syncPath(dirname(target))
  }
}
