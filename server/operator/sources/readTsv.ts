import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { linesOf } from '#server/catalogue/import/readRecords.ts'
import { CommandError } from '#server/operator/command.ts'

/** A row of an IMDb file; fields without a value are null. */
export type TsvRow<Column extends string> = Readonly<Record<Column, string | null>>

interface TsvFile<Column extends string> {
  folder: string
  /** name without ending, such as `title.basics` */
  name: string
  /** columns to read; the first one is the file's first column */
  columns: readonly Column[]
  /** whether to read the row whose first column has this value */
  isWanted: (id: string) => boolean
  refuse: (line: number, reason: string) => void
}

/**
 * Reads rows of one of IMDb's files, `.tsv.gz` or `.tsv`: UTF-8, no quotes, `\N` for no value, names of the columns in the first
 * line (https://developer.imdb.com/non-commercial-datasets/). Wanted rows that are damaged are refused. A missing file has no
 * rows. Throws a `CommandError` for a file that is truncated or lacks a column.
 */
export async function* readTsv<Column extends string>({
  folder,
  name,
  columns,
  isWanted,
  refuse,
}: TsvFile<Column>): AsyncGenerator<{ line: number; row: TsvRow<Column> }> {
  const file = [`${name}.tsv.gz`, `${name}.tsv`].find((ending) => existsSync(join(folder, ending)))
  if (file === undefined) return
  let line = 0
  let header: string[] = []
  try {
    for await (const text of linesOf(bytesOf(join(folder, file)), { fatal: false })) {
      line++
      if (line === 1) {
        header = fieldsOf(text)
        const missing = columns.filter((column, at) => !header.includes(column) || (at === 0 && header[0] !== column))
        if (missing.length > 0) throw new CommandError(`${file} lacks the column ${missing.join(', ')}.`)
      } else if (text !== '' && isWanted(text.split('\t', 1)[0] ?? '')) {
        const fields = fieldsOf(text)
        if (fields.length !== header.length)
          refuse(line, `${file}: has ${fields.length} columns instead of ${header.length}`)
        else if (text.includes('\ufffd')) refuse(line, `${file}: is not UTF-8 text`)
        else yield { line, row: rowOf(columns, header, fields) }
      }
    }
  } catch (error) {
    // The errors of zlib for a file that was cut off or changed.
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)))
      throw new CommandError(`${file} is damaged after line ${line} (${error.message}): download it again.`)
    throw error
  }
}

function bytesOf(path: string): AsyncIterable<Uint8Array> {
  if (!path.endsWith('.gz')) return createReadStream(path)
  // The reader of the last stream gets the error of both.
  return pipeline(createReadStream(path), createGunzip(), (error) => error)
}

function fieldsOf(text: string): string[] {
  return text.replace(/\r$/, '').split('\t')
}

function rowOf<Column extends string>(columns: readonly Column[], header: string[], fields: string[]): TsvRow<Column> {
  const entries = columns.map((column) => {
    const field = fields[header.indexOf(column)] ?? ''
    // A copy: V8's part of a string keeps the whole chunk of the file in memory.
    return [column, field === '\\N' || field === '' ? null : Buffer.from(field).toString()] as const
  })
  return Object.fromEntries(entries) as TsvRow<Column>
}
