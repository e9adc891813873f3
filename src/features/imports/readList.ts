import type { WatchedRow } from '#contract/imports.ts'
import { type Columns, isWatchHistory, readHeader, readRow } from './columns.ts'
import { encodingOf } from './encoding.ts'
import { FILE_MAX, InvalidList, type ReadList, ROWS_MAX } from './notAList.ts'
import { readTable } from './readTable.ts'
import { readTrakt } from './readTrakt.ts'

/** Rows searched for the header: Letterboxd lists begin with rows about the list itself. */
const HEADER_SEARCH_ROWS = 20

/** Bytes searched for the first character of a JSON file. */
const JSON_SEARCH_BYTES = 64

/**
 * Parses a list exported from IMDb, Letterboxd or Parde in chunks, or from Trakt. `onRead`: fraction of the file read, from
 * 0 to 1. Throws `InvalidList`.
 */
export async function readList(
  file: Pick<File, 'name' | 'size' | 'slice'> & Blob,
  { now, onRead }: { now: number; onRead: (part: number) => void },
): Promise<ReadList> {
  if (file.size === 0) throw new InvalidList('empty')
  if (file.size > FILE_MAX) throw new InvalidList('large')
  try {
    return await read(file, now, onRead)
  } catch (failure) {
    if (failure instanceof InvalidList) throw failure
    // The browser denies further reads.
    if (failure instanceof DOMException) throw new InvalidList('unreadable')
    throw failure
  }
}

async function read(
  file: File | (Blob & { name: string }),
  now: number,
  onRead: (part: number) => void,
): Promise<ReadList> {
  if (await isZip(file)) throw new InvalidList('zip')
  const encoding = await encodingOf(file)
  if (encoding === undefined) throw new InvalidList('binary')
  const decode = async (part: Blob) => new TextDecoder(encoding).decode(await part.arrayBuffer())
  if (/^\s*[[{]/.test(await decode(file.slice(0, JSON_SEARCH_BYTES)))) return readTrakt(await decode(file), now)
  let columns: Columns | undefined
  const rows: WatchedRow[] = []
  let skipped = 0
  let looked = 0
  for await (const piece of readTable(file, encoding)) {
    for (const row of piece.rows) {
      if (columns === undefined) {
        columns = readHeader(row)
        looked += 1
        if (columns === undefined && looked >= HEADER_SEARCH_ROWS) throw new InvalidList('columns')
        continue
      }
      const one = readRow(row, columns, now)
      if (one) rows.push(one)
      else skipped += 1
      if (rows.length > ROWS_MAX || skipped > ROWS_MAX) throw new InvalidList('many')
    }
    onRead(piece.read / file.size)
  }
  if (columns === undefined) throw new InvalidList(looked === 0 ? 'empty' : 'columns')
  if (rows.length === 0) throw new InvalidList('empty')
  return { rows, isWatched: isWatchHistory(columns, file.name), skipped }
}

/** Detects ZIP archives, which Letterboxd and spreadsheet programs export. */
async function isZip(file: Blob): Promise<boolean> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isZip = first === 0x50 && second === 0x4b && (third === 3 || third === 5)
  return isZip || (first === 0x1f && second === 0x8b)
}
