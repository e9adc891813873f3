/** Without it spreadsheets take Persian for another alphabet. */
const BYTE_ORDER_MARK = '\ufeff'
/** How a cell begins that a spreadsheet would calculate with. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number | boolean | null

/**
 * A table as CSV (RFC 4180), for spreadsheets: what they would take for a formula they take for text. Writing needs no
 * library; reading what strangers wrote does.
 */
export function writeCsv(fields: string[], rows: Cell[][]): string {
  return BYTE_ORDER_MARK + [fields, ...rows].map((row) => row.map(formatCell).join()).join('\r\n')
}

function formatCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
