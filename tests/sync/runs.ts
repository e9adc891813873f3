import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type Counts, sum, tell } from './tally.ts'

/** Every thousand runs that were ever played for the record, one line each: night after night they add up. */
const FILE = 'docs/bench/model.jsonl'
const REPORT = 'docs/bench/model.md'
/** A file for each seed that somebody has begun. */
const TAKEN = '.cache/sync/seeds'
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

/** What is played next has seeds that were never played, nor are played by somebody else just now. */
export async function nextSeed(): Promise<number> {
  await mkdir(TAKEN, { recursive: true })
  for (let seed = 1 + Math.max(100_000, ...pieces().map((piece) => piece.seed)); ; seed++) {
    if (await take(seed)) return seed
  }
}

/** False: somebody has it. Of two who ask at once one gets it. */
async function take(seed: number): Promise<boolean> {
  try {
    await writeFile(join(TAKEN, String(seed)), '', { flag: 'wx' })
    return true
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw failure
  }
}

export async function addPiece(piece: Omit<Piece, 'commit' | 'at' | 'machine'>, commit: string): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const whole: Piece = { ...piece, commit, at: new Date().toISOString(), machine }
  await appendFile(FILE, `${JSON.stringify(whole)}\n`)
  // Others may write it as well: whoever is last has read all lines, and nobody leaves half a page.
  const draft = `${REPORT}.${process.pid}`
  await writeFile(draft, report(pieces()))
  await rename(draft, REPORT)
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
