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
  return `${told(figures)}${ratio}${times}`
}

export function told(figures: Figures): string {
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
  return `# The sync layer beside its peers

\`npm run bench sync\`: Chromium, the real server on PostgreSQL, one proxy with the same seeded losses for all; all candidates of a line
in one run, turn about. Medians; in brackets, how many times Parde's figure. "1 run": this one took so long that it was not asked again. "–":
the library has no such thing, or the line before it ended its group. "not in time": ${limits.join('; ')}; whoever was not in time for a
line is not asked for one that is the same and worse.
${missing.length > 0 ? `\nNot measured: ${missing.map(({ name }) => name).join('; ')}.\n` : ''}
${head}
|---|---|${CANDIDATES.map(() => '---|').join('')}
${rows.join('\n')}

What is not alike: Parde's taps are committed with strict durability and sent under a key with a position in their device's sequence;
the peers' storages commit relaxed, and the app on them gives each call a key. "Replay" of PouchDB is a loop of four of the bench's own,
since its replication speaks to CouchDB alone; Workbox keeps no list, and its queue is asked at once instead of after minutes.

${notes.join('\n')}

| measured | runs | on | load at its end | machine |
|---|---|---|---|---|
${conditions.join('\n')}
`
}
