import Papa from 'papaparse'

/** Spreadsheets recognise UTF-8 by it; without it they show Persian as another alphabet. */
const BYTE_ORDER_MARK = '\ufeff'

/** The library's own pattern misses cells with line breaks: its dot does not match them. */
const FORMULA = /^[=+\-@\t\r]/

type Cell = string | number | boolean | null

/** Writes a table as CSV (RFC 4180) for spreadsheets. Cells that a spreadsheet would execute as a formula become text. */
export function writeCsv(fields: string[], rows: Cell[][]): string {
  return BYTE_ORDER_MARK + Papa.unparse({ fields, data: rows }, { escapeFormulae: FORMULA })
}
