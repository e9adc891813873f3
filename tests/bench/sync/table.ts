import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { shown } from '#tests/bench/figures.ts'
import { type Figures, groups, type Line } from './lines.ts'
import { CANDIDATES, type CandidateName } from './world.ts'

const FOLDER = 'docs/bench'
const FILE = `${FOLDER}/sync.json`
/** Figures that are counts rather than times. */
const COUNTED = new Set(['calls', 'not on the server', 'doubled'])

export const NAMES: Record<CandidateName, string> = {
  parde: 'Parde',
  offlineTransactions: '@tanstack/offline-transactions',
  rxdb: 'RxDB, Dexie storage',
  pouchdb: 'PouchDB',
  workbox: 'Workbox background-sync',
}

/** The medians of each candidate's figures. */
export type Row = Partial<Record<CandidateName, { runs: number; figures: Figures }>>

/** A measured line: all candidates in one run of the bench. */
interface Measured {
  at: string
  machine: string
  load: number
  runs: number
  row: Row
}

/** Adds or replaces a line of the stored results. */
export async function storeLine(line: Line, row: Row, runs: number): Promise<void> {
  const table = await readTable()
  table[line.name] = {
    at: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    runs,
    row,
  }
  await mkdir(FOLDER, { recursive: true })
  // JSON stores Infinity as null, which is read back as exceeding the limit.
  await writeFile(FILE, `${JSON.stringify(table, null, 2)}\n`)
}

/** Writes the Markdown table of all stored lines. */
export async function writeTable(): Promise<void> {
  const table = await readTable()
  await writeFile(`${FOLDER}/sync.md`, report(table))
}

async function readTable(): Promise<Record<string, Measured>> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8'))
  } catch {
    return {}
  }
}

/** Whether Parde meets the bar. */
export function verdictOf(line: Line, row: Row): string {
  const ours = row.parde?.figures
  if (!ours) return 'not measured'
  return line.holds(finite(ours)) ? 'holds' : 'does not hold'
}

/** A candidate's figures, with the ratio of its first figure to Parde's in brackets. */
export function cell(row: Row, candidate: CandidateName, runs: number): string {
  const measured = row[candidate]
  if (!measured) return '–'
  const figures = finite(measured.figures)
  const [[first, figure] = ['', Number.NaN]] = Object.entries(figures)
  const ours = row.parde && finite(row.parde.figures)[first]
  const ratio = candidate === 'parde' || !ours || !Number.isFinite(figure) ? '' : ` (${(figure / ours).toFixed(1)} ×)`
  const times = measured.runs < runs ? `; ${measured.runs === 1 ? '1 run' : `${measured.runs} runs`}` : ''
  return `${figuresText(figures)}${ratio}${times}`
}

/** A candidate's figures as text. */
export function figuresText(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => (COUNTED.has(name) ? `${name} ${value}` : `${name} ${shown(value)}`))
    .join(', ')
}

/** Restores Infinity, which JSON stores as null. */
function finite(figures: Record<string, number | null>): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? Infinity]))
}

function report(table: Record<string, Measured>): string {
  const lines = groups.flat()
  const head = `| | bound | ${CANDIDATES.map((name) => NAMES[name]).join(' | ')} |`
  const rows = lines.flatMap((line) => {
    const measured = table[line.name]
    if (!measured) return []
    const { row, runs } = measured
    const cells = CANDIDATES.map((one) => cell(row, one, runs)).join(' | ')
    return [`| ${line.name} | ${line.bound}: **${verdictOf(line, row)}** | ${cells} |`]
  })
  const notes = lines.flatMap(({ name, alike }) => (alike ? [`- **${name}.** ${alike}`] : []))
  const conditions = Object.entries(table).map(
    ([name, { at, machine, load, runs }]) => `| ${name} | ${runs} | ${at} | ${load} | ${machine} |`,
  )
  const limits = lines.map(({ name, limit }) => `${name} ${limit / 1000} s`)
  const missing = lines.filter(({ name }) => !table[name])
  return `# The sync layer and its peers

\`npm run bench sync\`: Chromium, the real server on PostgreSQL, and a proxy with the same seeded losses for every candidate. The candidates take turns
within one run. Figures are medians; brackets give the ratio to Parde's figure. "1 run": the candidate was too slow to be run again. "–": the library
lacks the feature, or the previous line ended its group. "not in time": the limit was exceeded (${limits.join('; ')}). A candidate that exceeded the limit of a line is not
run for a harder one.
${missing.length > 0 ? `\nNot measured: ${missing.map(({ name }) => name).join('; ')}.\n` : ''}
${head}
|---|---|${CANDIDATES.map(() => '---|').join('')}
${rows.join('\n')}

Differences between the candidates: Parde commits with strict durability and sends a key and a sequence number. The peers commit with relaxed durability; the
bench gives each of their calls a key. PouchDB replicates only with CouchDB, so the bench sends its records in four parallel loops. Workbox has no list, and
the bench replays its queue at once instead of after minutes.

${notes.join('\n')}

| line | runs | date | load at the end | machine |
|---|---|---|---|---|
${conditions.join('\n')}
`
}
