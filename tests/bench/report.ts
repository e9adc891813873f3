import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { shown } from './figures.ts'

const FOLDER = 'docs/bench'

/**
 * Writes figures by row and column as `docs/bench/<name>.json` and as a Markdown table, with the machine's load.
 * `command` is the argument of `npm run bench` that measures them.
 */
export async function writeReport(
  name: string,
  about: string,
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  command = name,
): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const load = Math.round(loadavg()[0] ?? 0)
  const columns = Object.keys(Object.values(table)[0] ?? {})
  const rows = Object.entries(table).map(
    ([row, figures]) => `| ${row} | ${columns.map((column) => cell(row, column, figures[column])).join(' | ')} |`,
  )
  const head = `| | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}/${name}.json`, `${JSON.stringify({ machine, load, table }, null, 2)}\n`)
  await writeFile(
    `${FOLDER}/${name}.md`,
    `# ${about}\n\n\`npm run bench ${command}\`, on ${machine}, with a load of ${load}.\n\n${head}\n${rows.join('\n')}\n`,
  )
}

/** Formats a figure in the unit that its row names, otherwise as a time. Empty where nothing was measured. */
export function cell(row: string, column: string, figure: number | undefined): string {
  if (figure === undefined) return '–'
  if (column.startsWith('×')) return Number.isFinite(figure) ? figure.toFixed(2) : '–'
  return /, (kB|GB|rows|calls|thousandths|of 100)/.test(row) ? figure.toFixed(1) : shown(figure)
}
