import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { median, shown } from '#tests/bench/figures.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/chromium.ts'
import { type Figures, type Line, lines } from './lines.ts'
import { CANDIDATES, type CandidateName, startBenchWorld } from './world.ts'

const FOLDER = 'docs/bench'
const NAMES: Record<CandidateName, string> = {
  parde: 'Parde',
  offlineTransactions: '@tanstack/offline-transactions',
  rxdb: 'RxDB, Dexie storage',
  pouchdb: 'PouchDB',
  workbox: 'Workbox background-sync',
}
/** A candidate that fails this often at a line is not asked again. */
const PATIENCE = 1

type Table = Record<string, Partial<Record<CandidateName, Figures>>>

/** The sync layer beside its peers: the lines at the foot of the sync page, in one browser, on one server. */
export async function benchSync({ runs, only }: { runs: number; only: string | undefined }) {
  if (!existsSync('tests/bench/peers/node_modules')) {
    spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
      cwd: 'tests/bench/peers',
      stdio: 'inherit',
    })
  }
  const world = await startBenchWorld()
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const table: Table = {}
  try {
    for (const line of lines) {
      if (only !== undefined && !line.name.includes(only)) continue
      const found = new Map<CandidateName, Figures[]>()
      // Turn about, so that what the machine does meanwhile meets everybody.
      for (let seed = 1; seed <= runs; seed++) {
        for (const candidate of CANDIDATES) {
          const before = found.get(candidate) ?? []
          if (before.filter(isHopeless).length >= PATIENCE) continue
          const context = await browser.newContext()
          const figures = await line.run({ world, candidate, context, seed })
          await context.close()
          if (figures) found.set(candidate, [...before, figures])
          process.stdout.write(`  ${seed} ${NAMES[candidate]}: ${JSON.stringify(figures ?? null)}\n`)
        }
      }
      table[line.name] = Object.fromEntries([...found].map(([name, list]) => [name, middle(list)]))
      print(line, table[line.name] ?? {})
    }
  } finally {
    await browser.close()
    await world.close()
  }
  await mkdir(FOLDER, { recursive: true })
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  if (only !== undefined) return
  await writeFile(`${FOLDER}/sync.json`, `${JSON.stringify({ machine, runs, table }, null, 2)}\n`)
  await writeFile(`${FOLDER}/sync.md`, report(table, machine, runs))
}

function isHopeless(figures: Figures): boolean {
  return Object.values(figures).some((figure) => figure === Infinity)
}

function middle(list: Figures[]): Figures {
  const names = new Set(list.flatMap((figures) => Object.keys(figures)))
  return Object.fromEntries(
    [...names].map((name) => [name, median(list.map((figures) => figures[name] ?? Number.NaN))]),
  )
}

function print(line: Line, row: Partial<Record<CandidateName, Figures>>) {
  console.log(`\n${line.name} (${line.bound})`)
  for (const candidate of CANDIDATES) console.log(`  ${NAMES[candidate].padEnd(32)} ${cell(row, candidate)}`)
}

/** The figures of a candidate, and in brackets how often Parde's first figure goes into its first. */
function cell(row: Partial<Record<CandidateName, Figures>>, candidate: CandidateName): string {
  const figures = row[candidate]
  if (!figures) return '–'
  const [[first, figure] = ['', Number.NaN]] = Object.entries(figures)
  const ours = row.parde?.[first]
  const ratio = candidate === 'parde' || !ours || !Number.isFinite(figure) ? '' : ` (${(figure / ours).toFixed(1)} ×)`
  const all = Object.entries(figures).map(([name, value]) =>
    ['calls', 'not on the server'].includes(name) ? `${name} ${value}` : `${name} ${shown(value)}`,
  )
  return `${all.join(', ')}${ratio}`
}

function report(table: Table, machine: string, runs: number): string {
  const head = `| | bound | ${CANDIDATES.map((name) => NAMES[name]).join(' | ')} |`
  const rows = lines.map(
    ({ name, bound }) =>
      `| ${name} | ${bound} | ${CANDIDATES.map((one) => cell(table[name] ?? {}, one)).join(' | ')} |`,
  )
  return `# The sync layer beside its peers

\`npm run bench sync\`: Chromium, the real server on PostgreSQL, one road with the same seeded losses for all. Medians of ${runs} runs on
${machine}; in brackets, how many times Parde's figure. "not in time": the line's limit passed (1 to 5 minutes); "–": the library has no such thing.

${head}
|---|---|${CANDIDATES.map(() => '---|').join('')}
${rows.join('\n')}
`
}
