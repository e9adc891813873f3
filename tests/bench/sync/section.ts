import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { median } from '#tests/bench/figures.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { within } from '#tests/harness/within.ts'
import { type Figures, groups, type Line, openRun, type Run } from './lines.ts'
import { cell, figuresText, NAMES, storeLine, verdictOf, writeTable } from './table.ts'
import { type BenchWorld, CANDIDATES, type CandidateName, startBenchWorld } from './world.ts'

/** Extra time for opening, filling and closing a line, in ms. */
const AROUND = 60_000
/** A peer that needed longer than this for a group, in ms, is not run again. The table shows the number of runs. */
const SLOW = 20_000

type Found = Map<Line, Map<CandidateName, Figures[]>>

interface Bench {
  world: BenchWorld
  browser: Browser
  found: Found
}

/**
 * Compares the sync layer with peers (docs/quality.md#speed), in one browser and on one server. Prints every figure
 * and updates the table after each group, keeping earlier lines. `only` selects groups by parts of line names, such as
 * `lost;first 50`.
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
      if (only !== undefined && !group.some(({ name }) => only.split(';').some((word) => name.includes(word)))) continue
      const tookLong = new Set<CandidateName>()
      // Candidates take turns, so that other load on the machine affects all of them.
      for (let seed = 1; seed <= runs; seed++) {
        for (const candidate of CANDIDATES) {
          if (tookLong.has(candidate)) continue
          const begun = performance.now()
          await runGroup(bench, group, candidate, seed, say)
          if (candidate !== 'parde' && performance.now() - begun > SLOW) tookLong.add(candidate)
        }
      }
      for (const line of group) await take(bench.found, line, runs)
    }
    await writeTable()
  } finally {
    await browser.close()
    await world.close()
  }
}

/** Runs the lines of a group for one candidate, without lines whose limit it exceeded in an earlier run. */
async function runGroup(
  { world, browser, found }: Bench,
  group: Line[],
  candidate: CandidateName,
  seed: number,
  say: (words: string) => void,
) {
  const earlierRuns = (line: Line) => found.get(line)?.get(candidate) ?? []
  const [first] = group
  if (!first || earlierRuns(first).some(isHopeless)) return
  const easier = groups.flat().find(({ name }) => name === first.harderThan)
  if (easier && earlierRuns(easier).some(isHopeless)) {
    const row = found.get(first) ?? new Map<CandidateName, Figures[]>()
    found.set(first, row.set(candidate, [{ took: Infinity }]))
    return say(`${first.name}: ${NAMES[candidate]} is not run: it exceeded the limit of ${easier.name}`)
  }
  const context = await browser.newContext()
  try {
    const opening = openRun({ world, candidate, context, seed, isDurable: first.isDurable ?? false })
    const opened = opening.catch((failure): undefined => {
      say(`${NAMES[candidate]} does not open: ${failure}`)
    })
    const run = await within(AROUND, opened)
    for (const line of group) {
      if (earlierRuns(line).some(isHopeless)) return
      const result = run && (await within(line.limit + AROUND, runLine(line, run)))
      if (result === UNSUPPORTED) return say(`${line.name}, ${seed}, ${NAMES[candidate]}: ${UNSUPPORTED}`)
      const figures = result ?? { took: Infinity }
      say(`${line.name}, ${seed}, ${NAMES[candidate]}: ${figuresText(figures)}`)
      const row = found.get(line) ?? new Map<CandidateName, Figures[]>()
      found.set(line, row.set(candidate, [...earlierRuns(line), figures]))
      if (isHopeless(figures)) return
    }
  } finally {
    await within(AROUND, context.close())
  }
}

const UNSUPPORTED = 'not supported'

/** Runs a line. Prints a failure, which counts as exceeding the limit. */
async function runLine(line: Line, run: Run): Promise<Figures | typeof UNSUPPORTED> {
  try {
    return (await line.run(run, line.limit)) ?? UNSUPPORTED
  } catch (failure) {
    console.log(`  ${line.name}: ${failure}`)
    return { took: Infinity }
  }
}

function isHopeless(figures: Figures): boolean {
  return Object.values(figures).some((figure) => figure === Infinity)
}

function medians(list: Figures[]): Figures {
  const names = new Set(list.flatMap((figures) => Object.keys(figures)))
  return Object.fromEntries(
    [...names].map((name) => [name, median(list.map((figures) => figures[name] ?? Number.NaN))]),
  )
}

/** Prints a line's medians and records them for the table. */
async function take(found: Found, line: Line, runs: number) {
  const row = Object.fromEntries(
    [...(found.get(line) ?? [])].map(([name, list]) => [name, { runs: list.length, figures: medians(list) }]),
  )
  console.log(`\n${line.name} (${line.bound})`)
  for (const candidate of CANDIDATES) console.log(`  ${NAMES[candidate].padEnd(32)} ${cell(row, candidate, runs)}`)
  console.log(`  ${verdictOf(line, row)}`)
  await storeLine(line, row, runs)
}
