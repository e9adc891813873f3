/** Spreadsheets need the byte order mark to read Persian text as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Cells that start like this would be evaluated as formulas. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number | boolean | null

/**
 * Formats a table as CSV (RFC 4180) for spreadsheets. Escapes cells that a spreadsheet would evaluate as formulas.
 * Reading foreign CSV files needs a library; writing does not.
 */
export function writeCsv(fields: string[], rows: Cell[][]): string {
  return BYTE_ORDER_MARK + [fields, ...rows].map((row) => row.map(formatCell).join()).join('\r\n')
}

function formatCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
