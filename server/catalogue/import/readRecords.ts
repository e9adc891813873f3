import { Readable } from 'node:stream'
import Papa from 'papaparse'
import * as v from 'valibot'
import { ImportedRecord } from './importRecords.ts'

/** A row of a catalogue file: its record, or the reason why it is refused. */
export interface ReadRow {
  /** from 1; in a CSV file the rows below the header are counted */
  line: number
  record: ImportedRecord | undefined
  reason: string
}

export type CatalogueFormat = 'ndjson' | 'csv'

/** A longer line, in characters, is no record: the longest series has about 200,000. */
const LINE_MAX = 2_000_000

/** Reads the rows of a catalogue file as they arrive. Throws when the file is not UTF-8 text. */
export function readRecords(file: ReadableStream<Uint8Array>, format: CatalogueFormat): AsyncGenerator<ReadRow> {
  return format === 'csv' ? readCsv(file) : readLines(file)
}

async function* readLines(file: ReadableStream<Uint8Array>): AsyncGenerator<ReadRow> {
  let line = 0
  for await (const text of linesOf(bytesOf(file))) {
    line++
    if (text.trim() === '') continue
    yield { line, ...parseLine(text) }
  }
}

function parseLine(text: string): Pick<ReadRow, 'record' | 'reason'> {
  if (text.length > LINE_MAX) return { record: undefined, reason: `is longer than ${LINE_MAX} characters` }
  try {
    return parseRecord(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return { record: undefined, reason: `is no JSON: ${error.message.slice(0, 120)}` }
    throw error
  }
}

/**
 * Splits UTF-8 text into lines. Drops the rest of a line after `LINE_MAX` characters. Throws a `TypeError` for other bytes,
 * or with `fatal: false` reads them as U+FFFD.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, options = { fatal: true }): AsyncGenerator<string> {
  let rest = ''
  for await (const text of textOf(bytes, options)) {
    const [first = '', ...more] = text.split('\n')
    if (rest.length <= LINE_MAX) rest += first
    for (const line of more) {
      yield rest
      rest = line
    }
  }
  yield rest
}

/** A byte order mark is removed. */
async function* textOf(bytes: AsyncIterable<Uint8Array>, options = { fatal: true }): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', options)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function bytesOf(file: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0])
}

/** The columns of a CSV file: one title per row, lists separated by `|`. */
export const COLUMNS: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'list' | 'cast'>> = {
  imdb: 'text',
  key: 'text',
  type: 'text',
  titleEn: 'text',
  titleFa: 'text',
  otherNames: 'list',
  year: 'number',
  releasedAt: 'text',
  runtime: 'number',
  ageRating: 'text',
  countries: 'list',
  languages: 'list',
  genres: 'list',
  rating: 'number',
  votes: 'number',
  isDubbed: 'boolean',
  hasSubtitle: 'boolean',
  synopsis: 'text',
  directors: 'list',
  cast: 'cast',
  collection: 'text',
  access: 'text',
  poster: 'text',
  backdrop: 'text',
  stills: 'list',
}

async function* readCsv(file: ReadableStream<Uint8Array>): AsyncGenerator<ReadRow> {
  const rows = Readable.from(textOf(bytesOf(file))).pipe(
    Papa.parse(Papa.NODE_STREAM_INPUT, { header: true, skipEmptyLines: 'greedy' }),
  )
  let line = 0
  for await (const row of rows) {
    line++
    yield { line, ...parseRow(row) }
  }
}

function parseRow(row: Record<string, unknown>): Pick<ReadRow, 'record' | 'reason'> {
  const found: Record<string, unknown> = { kind: 'title' }
  for (const [name, cell] of Object.entries(row)) {
    const type = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
    if (type === undefined) return { record: undefined, reason: `no column ${name}` }
    const content = typeof cell === 'string' ? cell.trim() : ''
    if (content !== '') found[name] = cellValue(content, type)
  }
  return parseRecord(found)
}

/** The value of a cell. One that is no number or boolean stays text, so that the schema names it. */
export function cellValue(cell: string, type: (typeof COLUMNS)[string]): unknown {
  if (type === 'number') return Number.isNaN(Number(cell)) ? cell : Number(cell)
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[cell.toLowerCase()] ?? cell
  if (type === 'text') return cell
  const parts = cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (type === 'list') return parts
  return parts.map((part) => {
    const [person = '', character] = part.split('=').map((name) => name.trim())
    return character === undefined || character === '' ? person : { person, character }
  })
}

/** Parses a row as JSON has it. The reason names the first three fields that are wrong. */
export function parseRecord(value: unknown): Pick<ReadRow, 'record' | 'reason'> {
  const parsed = v.safeParse(ImportedRecord, value, { abortPipeEarly: true })
  if (parsed.success) return { record: parsed.output, reason: '' }
  const reasons = parsed.issues
    .slice(0, 3)
    .map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '))
  return { record: undefined, reason: reasons.join('; ') }
}
