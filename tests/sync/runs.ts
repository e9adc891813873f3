import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { type Counts, sum, tell } from './tally.ts'

/** Every thousand runs that were ever played for the record, one line each: night after night they add up. */
const FILE = 'docs/bench/model.jsonl'
const REPORT = 'docs/bench/model.md'
/** What a run is a run of. */
const PARTS = ['src/data', 'src/contract', 'sw', 'server', 'tests/sync']

/** One seed's runs. */
interface Piece extends Counts {
  seed: number
  /** the last change of what was run; with a `+`, changes of it that were in no commit yet */
  commit: string
  seconds: number
  /** ISO; when it was over */
  at: string
  machine: string
  /** the first that did not hold, as it was told */
  failure?: string
}

export function pieces(): Piece[] {
  if (!existsSync(FILE)) return []
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Piece)
}

/** What is played next has seeds that were never played. */
export function nextSeed(): number {
  return 1 + Math.max(100_000, ...pieces().map(({ seed }) => seed))
}

export async function addPiece(piece: Omit<Piece, 'commit' | 'at' | 'machine'>, commit: string): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const whole: Piece = { ...piece, commit, at: new Date().toISOString(), machine }
  await appendFile(FILE, `${JSON.stringify(whole)}\n`)
  await writeFile(REPORT, report(pieces()))
}

/** To be asked before anything of it is loaded. */
export function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', [...args, '--', ...PARTS], { encoding: 'utf8' }).trim()
  return `${git('log', '-1', '--format=%h')}${git('status', '--porcelain') === '' ? '' : '+'}`
}

function report(all: Piece[]): string {
  const failed = all.filter(({ failure }) => failure !== undefined)
  const commits = [...new Set(all.map(({ commit }) => commit))].map((commit) => {
    const own = all.filter((piece) => piece.commit === commit)
    const { runs, steps, kills, requests, commits: written } = sum(own)
    const seeds = own.map(({ seed }) => seed)
    const figures = [commit, `${Math.min(...seeds)}–${Math.max(...seeds)}`, runs, steps, kills, requests, written]
    const broken = own.filter(({ failure }) => failure !== undefined).length
    return `| ${[...figures, Math.round(seconds(own)), broken].join(' | ')} |`
  })
  return `# Runs of the sync model

\`npm run test:sync -- --add N\`: each 1,000 runs have a seed of their own and one line in \`model.jsonl\`. This page is made from it.

${tell(sum(all), seconds(all), true)}

| of commit | seeds | runs | steps | kills | requests | commits | seconds | failures |
|---|---|---|---|---|---|---|---|---|
${commits.join('\n')}
${failed.map(({ seed, commit, failure = '' }) => `\nSeed ${seed} at ${commit}: ${failure}\n`).join('')}`
}

function seconds(some: Piece[]): number {
  return some.reduce((all, piece) => all + piece.seconds, 0)
}
