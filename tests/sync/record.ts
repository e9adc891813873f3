import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Counts, formatCounts, sum } from './tally.ts'

/** The record: one line per seed. */
const FILE = 'docs/bench/model.jsonl'
const REPORT = 'docs/bench/model.md'
/** Contains one file per seed that a process has begun. */
const TAKEN_SEEDS = '.cache/sync/seeds'
/** The code under test: its last commit identifies a record. */
const TESTED_FOLDERS = ['src/data', 'src/contract', 'sw', 'server', 'tests/sync']

/** The runs of one seed. */
interface RunRecord extends Counts {
  seed: number
  /** last commit of the code under test; ends with `+` if there were uncommitted changes */
  commit: string
  seconds: number
  /** end of the runs, ISO 8601 */
  at: string
  machine: string
  /** the first violation, with the command that replays it */
  failure?: string
}

export function readRecords(): RunRecord[] {
  if (!existsSync(FILE)) return []
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunRecord)
}

/** Reserves the next seed that is neither recorded nor reserved by another process. */
export async function nextSeed(): Promise<number> {
  await mkdir(TAKEN_SEEDS, { recursive: true })
  for (let seed = 1 + Math.max(100_000, ...readRecords().map((record) => record.seed)); ; seed++) {
    if (await reserve(seed)) return seed
  }
}

/** Creates the seed's file atomically. False if another process has it. */
async function reserve(seed: number): Promise<boolean> {
  try {
    await writeFile(join(TAKEN_SEEDS, String(seed)), '', { flag: 'wx' })
    return true
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw failure
  }
}

export async function addRecord(result: Omit<RunRecord, 'commit' | 'at' | 'machine'>, commit: string): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const record: RunRecord = { ...result, commit, at: new Date().toISOString(), machine }
  await appendFile(FILE, `${JSON.stringify(record)}\n`)
  // Other processes may write the report too: an atomic rename keeps it whole, and the last writer has read all lines.
  const draft = `${REPORT}.${process.pid}`
  await writeFile(draft, report(readRecords()))
  await rename(draft, REPORT)
}

/** The last commit of the code under test. Call it before loading that code. */
export function testedCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...TESTED_FOLDERS], { encoding: 'utf8' }).trim()
  return `${git('log', '-1', '--format=%h')}${git('status', '--porcelain') === '' ? '' : '+'}`
}

function report(all: RunRecord[]): string {
  const failed = all.filter(({ failure }) => failure !== undefined)
  const commits = [...new Set(all.map(({ commit }) => commit))].map((commit) => {
    const ofCommit = all.filter((record) => record.commit === commit)
    const { runs, steps, kills, requests, commits: written } = sum(ofCommit)
    const seeds = ofCommit.map(({ seed }) => seed)
    const figures = [commit, `${Math.min(...seeds)}–${Math.max(...seeds)}`, runs, steps, kills, requests, written]
    const failures = ofCommit.filter(({ failure }) => failure !== undefined).length
    return `| ${[...figures, Math.round(seconds(ofCommit)), failures].join(' | ')} |`
  })
  return `# Runs of the sync model

Generated from \`model.jsonl\`, which has one line per seed of 1,000 runs. \`npm run test:sync -- --add N\` adds runs.

${formatCounts(sum(all), seconds(all), true)}

| commit | seeds | runs | steps | kills | requests | commits | seconds | failures |
|---|---|---|---|---|---|---|---|---|
${commits.join('\n')}
${failed.map(({ seed, commit, failure = '' }) => `\nSeed ${seed} at ${commit}: ${failure}\n`).join('')}`
}

function seconds(records: RunRecord[]): number {
  return records.reduce((total, record) => total + record.seconds, 0)
}
