import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { median, shown, within } from '#tests/bench/figures.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/chromium.ts'
import { type Figures, groups, type Line, openRun, type Run } from './lines.ts'
import { type BenchWorld, CANDIDATES, type CandidateName, startBenchWorld } from './world.ts'

const FOLDER = 'docs/bench'
const NAMES: Record<CandidateName, string> = {
  parde: 'Parde',
  offlineTransactions: '@tanstack/offline-transactions',
  rxdb: 'RxDB, Dexie storage',
  pouchdb: 'PouchDB',
  workbox: 'Workbox background-sync',
}
type Row = Partial<Record<CandidateName, Figures>>
/** Figures that are no times. */
const COUNTED = new Set(['calls', 'not on the server'])
/** What a line may take beside its own time, in ms: to be opened, filled and closed. */
const AROUND = 60_000

type Found = Map<Line, Map<CandidateName, Figures[]>>

interface Bench {
  world: BenchWorld
  browser: Browser
  found: Found
}

/**
 * The sync layer beside its peers: the lines at the foot of the sync page, in one browser, on one server. Every figure is
 * told as it comes, and what there is so far is written after each group of lines.
 */
export async function benchSync({ runs, only }: { runs: number; only: string | undefined }) {
  if (!existsSync('tests/bench/peers/node_modules')) {
    spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
      cwd: 'tests/bench/peers',
      stdio: 'inherit',
    })
  }
  const started = performance.now()
  const say = (words: string) => console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s  ${words}`)
  const world = await startBenchWorld(say)
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const bench: Bench = { world, browser, found: new Map() }
  try {
    for (const group of groups) {
      if (only !== undefined && !group.some(({ name }) => name.includes(only))) continue
      // Turn about, so that what the machine does meanwhile meets everybody.
      for (let seed = 1; seed <= runs; seed++) {
        for (const candidate of CANDIDATES) await runGroup(bench, group, candidate, seed, say)
      }
      for (const line of group) print(line, rowOf(bench.found, line))
      if (only === undefined) await write(bench.found, runs)
    }
  } finally {
    await browser.close()
    await world.close()
  }
}

/** One candidate at the lines of a group; it is not asked again for a line that it was not in time for. */
async function runGroup(
  { world, browser, found }: Bench,
  group: Line[],
  candidate: CandidateName,
  seed: number,
  say: (words: string) => void,
) {
  const knows = (line: Line) => found.get(line)?.get(candidate) ?? []
  const [first] = group
  if (!first || knows(first).some(isHopeless)) return
  const easier = groups.flat().find(({ name }) => name === first.harderThan)
  if (easier && knows(easier).some(isHopeless)) {
    const row = found.get(first) ?? new Map<CandidateName, Figures[]>()
    found.set(first, row.set(candidate, [{ took: Infinity }]))
    return say(`${first.name}: ${NAMES[candidate]} is not asked, having been too late for ${easier.name}`)
  }
  const context = await browser.newContext()
  try {
    const run = await within(AROUND, openRun({ world, candidate, context, seed }))
    for (const line of group) {
      if (knows(line).some(isHopeless)) return
      const answered = run && (await within(line.limit + AROUND, asked(line, run)))
      if (answered === NO_SUCH_THING) return say(`${line.name}, ${seed}, ${NAMES[candidate]}: ${NO_SUCH_THING}`)
      const figures = answered ?? { took: Infinity }
      say(`${line.name}, ${seed}, ${NAMES[candidate]}: ${told(figures)}`)
      const row = found.get(line) ?? new Map<CandidateName, Figures[]>()
      found.set(line, row.set(candidate, [...knows(line), figures]))
      if (isHopeless(figures)) return
    }
  } finally {
    await within(AROUND, context.close())
  }
}

const NO_SUCH_THING = 'no such thing'

/** What a line found; one that broke has its words told, and counts as not in time. */
async function asked(line: Line, run: Run): Promise<Figures | typeof NO_SUCH_THING> {
  try {
    return (await line.run(run, line.limit)) ?? NO_SUCH_THING
  } catch (failure) {
    console.log(`  ${line.name}: ${failure}`)
    return { took: Infinity }
  }
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

/** Of each figure the median. */
function rowOf(found: Found, line: Line): Row {
  return Object.fromEntries([...(found.get(line) ?? [])].map(([name, list]) => [name, middle(list)]))
}

async function write(found: Found, runs: number) {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const load = Math.round(loadavg()[0] ?? 0)
  const lines = [...found.keys()]
  const table = Object.fromEntries(lines.map((line) => [line.name, rowOf(found, line)]))
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}/sync.json`, `${JSON.stringify({ machine, load, runs, table }, null, 2)}\n`)
  await writeFile(`${FOLDER}/sync.md`, report(found, `${machine}, with a load of ${load}`, runs))
}

function told(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => (COUNTED.has(name) ? `${name} ${value}` : `${name} ${shown(value)}`))
    .join(', ')
}

function print(line: Line, row: Row) {
  console.log(`\n${line.name} (${line.bound})`)
  for (const candidate of CANDIDATES) console.log(`  ${NAMES[candidate].padEnd(32)} ${cell(row, candidate)}`)
}

/** The figures of a candidate, and in brackets how often Parde's first figure goes into its first. */
function cell(row: Row, candidate: CandidateName): string {
  const figures = row[candidate]
  if (!figures) return '–'
  const [[first, figure] = ['', Number.NaN]] = Object.entries(figures)
  const ours = row.parde?.[first]
  const ratio = candidate === 'parde' || !ours || !Number.isFinite(figure) ? '' : ` (${(figure / ours).toFixed(1)} ×)`
  return `${told(figures)}${ratio}`
}

function report(found: Found, machine: string, runs: number): string {
  const head = `| | bound | ${CANDIDATES.map((name) => NAMES[name]).join(' | ')} |`
  const rows = [...found.keys()].map(
    (line) =>
      `| ${line.name} | ${line.bound} | ${CANDIDATES.map((one) => cell(rowOf(found, line), one)).join(' | ')} |`,
  )
  const limits = [...found.keys()].map(({ name, limit }) => `${name} ${limit / 1000} s`)
  const missing = groups.flat().filter((line) => !found.has(line))
  return `# The sync layer beside its peers

\`npm run bench sync\`: Chromium, the real server on PostgreSQL, one road with the same seeded losses for all. Medians of ${runs} runs on
${machine}; in brackets, how many times Parde's figure. "–": the library has no such thing, or the line before it ended its group.
"not in time": ${limits.join('; ')}.
${missing.length > 0 ? `\nNot measured: ${missing.map(({ name }) => name).join('; ')}.\n` : ''}
${head}
|---|---|${CANDIDATES.map(() => '---|').join('')}
${rows.join('\n')}

What is not alike: Parde's taps are committed with strict durability and sent under a key with a place in the order of their device;
the peers' storages commit relaxed, and the app on them gives each call a key. "Replay" of PouchDB is a loop of four of the bench's own,
since its replication speaks to CouchDB alone; Workbox keeps no list, and its queue is asked at once instead of after minutes.
`
}
