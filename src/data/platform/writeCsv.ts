/** Spreadsheets recognise UTF-8 by it; without it they show Persian as another alphabet. */
const BYTE_ORDER_MARK = '\ufeff'

/** First characters of a cell that spreadsheets would execute as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

type Cell = string | number | boolean | null

/** Writes a table as CSV (RFC 4180) for spreadsheets. Cells that a spreadsheet would execute as a formula become text. */
export function writeCsv(fields: string[], rows: Cell[][]): string {
  return BYTE_ORDER_MARK + [fields, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')
}

function cellText(cell: Cell): string {
  const text = String(cell ?? '')
  const isFormula = FORMULA.test(text)
  const safe = isFormula ? `'${text}` : text
  return isFormula || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
