/** Without it spreadsheets take Persian for another alphabet. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A table as CSV (RFC 4180). What a spreadsheet would take for a formula it takes for text. The library comes when the
 * first table is written.
 */
export async function writeCsv(fields: string[], data: (string | number | boolean | null)[][]): Promise<string> {
  const { unparse } = (await import('papaparse')).default
  return BYTE_ORDER_MARK + unparse({ fields, data }, { escapeFormulae: true })
}
