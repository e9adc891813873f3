import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { vacuum } from '#server/catalogue/seeding/seedCatalogue.ts'
import { countWorks } from '#server/catalogue/seeding/writeRows.ts'
import { sourceRefusal } from '#server/catalogue/titleSources.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import type { Numbered } from './batchRows.ts'
import { type ImportedFolder, picturesOf, storePictures } from './importPictures.ts'
import { identityOf } from './importRecords.ts'
import type { ReadRow } from './readRecords.ts'
import { type BatchResult, writeBatch } from './writeBatch.ts'

/** Rows per transaction. The embedded database answers nothing else meanwhile, which is about a tenth of a second. */
const BATCH = 100
/** A change is announced to the caches of all processes at most this often while rows are written, in ms. */
const ANNOUNCE_INTERVAL = 10_000
/** After so many changed titles the planner's statistics are renewed. */
const VACUUM_FROM = 500

export interface ImportResult extends Pick<BatchResult, 'added' | 'changed' | 'unchanged'> {
  rows: number
  refused: number
  /** new and replaced pictures; undefined without a folder of pictures */
  pictures?: number
  /** rows whose pictures were left out, since there is no folder of pictures; undefined for none */
  withoutPictures?: number
}

interface Options {
  /** writes nothing: everything is rolled back at the end */
  dryRun: boolean
  /** where the pictures that rows name are found and stored; without it none is stored */
  folder?: ImportedFolder | undefined
  /** whether rows with facts of TMDB are accepted */
  mayUseTmdb: boolean
  clock: () => Date
  onRefused: (row: { line: number; reason: string }) => void
  onProgress: (rows: number) => void
}

/**
 * Writes the records of a catalogue file. Each batch is a transaction: an import that is interrupted continues when it is
 * started again, since rows that were written are recognised. A row that cannot be stored is refused, with its reason.
 */
export function importCatalogue(
  connection: Connection,
  rows: AsyncIterable<ReadRow>,
  options: Options,
): Promise<ImportResult> {
  return connection.exclusively(async ({ database }) => {
    if (!options.dryRun) return writeAll(database, rows, options)
    let result: ImportResult | undefined
    await database
      .transaction(async (transaction) => {
        result = await writeAll(transaction, rows, options)
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    if (!result) throw new Error('The trial ended without a result')
    return result
  })
}

class RolledBack extends Error {}

async function writeAll(database: Database, rows: AsyncIterable<ReadRow>, options: Options): Promise<ImportResult> {
  const { clock, folder, mayUseTmdb, onProgress, onRefused } = options
  const total: ImportResult = {
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    ...(folder && { pictures: 0 }),
  }
  const firstLines = new Map<string, number>()
  let announcedAt = performance.now()
  let batch: Omit<Numbered, 'pictures'>[] = []
  let hasChanged = false

  function refuse(line: number, reason: string) {
    total.refused++
    onRefused({ line, reason })
  }

  async function flush() {
    const stored = await storePictures(database, folder, batch, refuse)
    const { refused, ...result } = await writeTogether(database, stored, clock())
    const { hasWritten } = result
    hasChanged ||= hasWritten
    batch = []
    add(total, result)
    if (total.pictures !== undefined) total.pictures += result.pictures
    for (const { line, reason } of refused) refuse(line, reason)
    onProgress(total.rows)
    if (!hasWritten || performance.now() - announcedAt < ANNOUNCE_INTERVAL) return
    announcedAt = performance.now()
    await recordChange(database)
  }

  for await (const { line, record, reason } of rows) {
    total.rows++
    if (!record) {
      refuse(line, reason)
      continue
    }
    const first = firstLines.get(identityOf(record))
    if (first !== undefined) {
      refuse(line, `repeats line ${first}`)
      continue
    }
    firstLines.set(identityOf(record), line)
    const refusal =
      record.kind === 'title' && record.source ? sourceRefusal(record.source, clock(), mayUseTmdb) : undefined
    if (refusal !== undefined) {
      refuse(line, refusal)
      continue
    }
    if (!folder && picturesOf(record).length > 0) total.withoutPictures = (total.withoutPictures ?? 0) + 1
    batch.push({ line, record })
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  if (!hasChanged) return total
  await countWorks(database)
  await recordChange(database)
  if (!options.dryRun && total.added + total.changed >= VACUUM_FROM) await vacuum(database)
  return total
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, pictures: 0, hasWritten: false }

type Counts = Pick<BatchResult, 'added' | 'changed' | 'unchanged'>

function add(total: Counts, { added, changed, unchanged }: Counts): void {
  total.added += added
  total.changed += changed
  total.unchanged += unchanged
}

/** Writes a batch; if the database refuses a value, row by row, so that one row does not cost the others. */
async function writeTogether(database: Database, batch: readonly Numbered[], now: Date): Promise<BatchResult> {
  try {
    return await database.transaction((transaction) => writeBatch(transaction, batch, now))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    const [row, ...others] = batch
    if (row && others.length === 0) {
      return { ...NOTHING, refused: [{ line: row.line, reason: refusal }] }
    }
  }
  const total: BatchResult = { ...NOTHING, refused: [] }
  for (const row of batch) {
    const result = await writeTogether(database, [row], now)
    total.hasWritten ||= result.hasWritten
    add(total, result)
    total.pictures += result.pictures
    total.refused.push(...result.refused)
  }
  return total
}

/** Why the database refused a value (classes 22 and 23 of PostgreSQL's error codes); undefined for other failures. */
export function refusalOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = Reflect.get(cause, 'code')
    const constraint: unknown = Reflect.get(cause, 'constraint')
    if (typeof code === 'string' && /^2[23]/.test(code)) {
      return `the database refuses it (${[code, constraint].filter(Boolean).join(', ')})`
    }
  }
  return undefined
}
