import Papa from 'papaparse'
import { readChunks } from './chunks.ts'
import type { Encoding } from './encoding.ts'
import { InvalidList } from './notAList.ts'

/** Maximum row length in characters; a longer row is an unclosed quote. */
const ROW_MAX = 256 * 1024
const MAX_COLUMNS = 200

interface Parsed {
  data: string[][]
  errors: { type: string; row?: number }[]
  meta: { cursor: number }
}

/** Yields the rows of a CSV file, from the first non-empty one. `read`: bytes read so far. Throws `InvalidList`. */
export async function* readTable(file: Blob, encoding: Encoding): AsyncGenerator<{ rows: string[][]; read: number }> {
  const decoder = new TextDecoder(encoding)
  let parser: Papa.Parser | undefined
  let rest = ''
  let before = 0
  for await (const { bytes, read, isLast } of readChunks(file)) {
    const text = rest + decoder.decode(bytes, { stream: !isLast })
    // A CRLF may be split between two chunks.
    const isHalf = !isLast && text.endsWith('\r')
    const lines = (isHalf ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
    if (parser === undefined) {
      if (/^\s*</.test(lines)) throw new InvalidList('html')
      parser = new Papa.Parser({ delimiter: delimiterOf(lines), newline: '\n' })
    }
    const { data, errors, meta }: Parsed = parser.parse(lines, 0, !isLast)
    const quotes = errors.find(({ type }) => type === 'Quotes')
    if (quotes) throw new InvalidList('quotes', before + (quotes.row ?? 0) + 1)
    rest = isLast ? '' : lines.slice(meta.cursor) + (isHalf ? '\r' : '')
    if (rest.length > ROW_MAX)
      throw before + data.length === 0
        ? new InvalidList('columns')
        : new InvalidList('quotes', before + data.length + 1)
    if (data.some((row) => row.length > MAX_COLUMNS)) throw new InvalidList('columns')
    before += data.length
    yield { rows: data.filter((row) => row.some((cell) => cell.trim() !== '')), read }
  }
}

/** Spreadsheet programs write semicolons or tabs in some locales. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .split('\n')
      .find((one) => one.trim() !== '') ?? ''
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}
