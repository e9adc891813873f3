import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'
import { buildMutant } from './mutants/buildMutant.ts'
import { saveMutantPlan } from './mutants/mutantPlans.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { addRecord, nextSeed, readRecords, testedCommit } from './record.ts'
import { openTestServer } from './simulation/testServer.ts'
import { buildCodeUnderTest } from './simulation/world.ts'
import { type Counts, formatCounts, sum, Tally } from './tally.ts'

/**
 * `npm run test:sync`: runs random plans of the sync model and prints the first failure with a command that replays it.
 * Uses PostgreSQL if `TEST_DATABASE_URL` is set, else the embedded database.
 *
 * - `--runs N --seed S [--path P]`: the plans to run; `--path` replays one failure
 * - `--jobs J`: splits the runs among J processes with different seeds
 * - `--mutant NAME|all [--save]`: searches a plan that detects the mutant; `--save` stores the shrunk plan
 * - `--add N`: adds N runs to the record (`record.ts`), 1,000 per seed; parallel processes never share a seed
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() & 0x7fffffff) },
    path: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    save: { type: 'boolean', default: false },
    add: { type: 'string' },
  },
})
const [runs, seed, jobs] = [Number(values.runs), Number(values.seed), Number(values.jobs)]
/** Recorded runs per seed. */
const RUNS_PER_SEED = 1000
const started = performance.now()
const seconds = () => (performance.now() - started) / 1000
process.exit(await main())

function main(): Promise<number> {
  if (values.mutant !== undefined) return searchMutants(values.mutant)
  if (values.add === undefined) return jobs > 1 ? runInParallel(jobArguments) : runPlans()
  const more = Number(values.add)
  return jobs > 1 ? runInParallel(() => ['--add', String(Math.ceil(more / jobs))]) : addToRecord(more)
}

async function runPlans(): Promise<number> {
  const server = await openTestServer()
  const code = await buildCodeUnderTest()
  const { counts } = code.tally
  // One of several jobs reports its counts to the parent process.
  const report = (withFaults: boolean) =>
    process.send ? process.send(counts) : console.log(formatCounts(counts, seconds(), withFaults))
  const outcome = await campaign(code, server, { runs, seed, path: values.path, progress: () => report(false) })
  report(true)
  console.log(outcome.failure ?? `every invariant held in ${outcome.runs} runs of seed ${seed}`)
  await server.close()
  return outcome.failure === undefined ? 0 : 1
}

async function searchMutants(wanted: string): Promise<number> {
  const mutants = MUTANTS.filter(({ name }) => wanted === 'all' || name === wanted)
  if (mutants.length === 0) throw new Error(`no such mutant: ${wanted}`)
  const server = await openTestServer()
  let missed = 0
  for (const { name, patches } of mutants) {
    const { code, mutantServer } = await buildMutant(patches, server)
    const { runs: needed, invariant, plan } = await campaign(code, mutantServer, { runs, seed, shrink: values.save })
    console.log(`${name}: ${invariant ?? 'NOT FOUND'} after ${needed} runs, ${Math.round(seconds())} s`)
    if (invariant === undefined) missed += 1
    else if (values.save && plan) await saveMutantPlan(name, { runs: needed, seed, invariant, plan })
  }
  await server.close()
  return missed === 0 ? 0 : 1
}

/** Adds runs to the record, seed by seed, so that an interruption loses the runs of one seed at most. */
async function addToRecord(more: number): Promise<number> {
  const commit = testedCommit()
  const [server, code] = [await openTestServer(), await buildCodeUnderTest()]
  for (let left = more; left > 0; left -= RUNS_PER_SEED) {
    const before = seconds()
    const next = await nextSeed()
    const ofSeed = { ...code, tally: new Tally() }
    const { failure } = await campaign(ofSeed, server, { runs: Math.min(left, RUNS_PER_SEED), seed: next })
    const { counts } = ofSeed.tally
    const summary = failure?.split('\n').filter((line, at) => at === 0 || line.startsWith('replay:'))
    await addRecord(
      { seed: next, ...counts, seconds: seconds() - before, ...(summary && { failure: summary.join(' · ') }) },
      commit,
    )
    console.log(formatCounts(sum(readRecords()), seconds(), false))
    // Continues with the next seed after a failure.
    if (failure !== undefined) console.log(failure)
  }
  await server.close()
  return 0
}

function jobArguments(job: number): string[] {
  return ['--runs', String(Math.ceil(runs / jobs)), '--seed', String(seed + job)]
}

/** Runs this script in parallel processes and sums up the counts that they report. Returns the highest exit code. */
async function runInParallel(argumentsOf: (job: number) => string[]): Promise<number> {
  const latest: Counts[] = []
  const ends = Array.from({ length: jobs }, (_, job) => {
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...argumentsOf(job)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (counts) => {
      latest[job] = counts as Counts
      console.log(formatCounts(sum(Object.values(latest)), seconds(), false))
    })
    return new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  })
  const codes = await Promise.all(ends)
  if (latest.length > 0) console.log(formatCounts(sum(Object.values(latest)), seconds(), true))
  return Math.max(...codes)
}
