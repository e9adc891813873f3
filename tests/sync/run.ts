import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'
import { keepPlan } from './foundBy.ts'
import { openHouse } from './house.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { addPiece, commitNow, nextSeed, pieces } from './runs.ts'
import { type Counts, sum, Tally, tell } from './tally.ts'
import { openStage, plantedStage } from './world.ts'

/**
 * `npm run test:sync -- --runs N --seed S [--path P] [--jobs J] [--mutant name]`: plays plans of the sync model, tells
 * every 1,000 runs how far it is, and of the first that fails, with the line that plays it again. `--jobs`: so many
 * processes, each with its share of the runs and a seed of its own. On PostgreSQL where `TEST_DATABASE_URL` names one,
 * else embedded. `--mutant all`: each fault after the other; with `--keep` the plan that found it, made small, is kept for
 * the ordinary tests. `--add N`: so many more for the record (`runs.ts`), 1,000 of a new seed at a time; several at once, as
 * jobs or begun by themselves, never have the same seed.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() & 0x7fffffff) },
    path: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    keep: { type: 'boolean', default: false },
    add: { type: 'string' },
  },
})
const [runs, seed, jobs] = [Number(values.runs), Number(values.seed), Number(values.jobs)]
/** Runs of one seed on the record. */
const PIECE = 1000
const started = performance.now()
const seconds = () => (performance.now() - started) / 1000
process.exit(await way())

function way(): Promise<number> {
  if (values.mutant !== undefined) return plant(values.mutant)
  if (values.add === undefined) return jobs > 1 ? share(shareOfRuns) : play()
  const more = Number(values.add)
  return jobs > 1 ? share(() => ['--add', String(Math.ceil(more / jobs))]) : add(more)
}

async function play(): Promise<number> {
  const house = await openHouse()
  const stage = await openStage()
  const { counts } = stage.tally
  // As one of several jobs it reports to whoever started it.
  const report = (whole: boolean) => (process.send ? process.send(counts) : console.log(tell(counts, seconds(), whole)))
  const outcome = await campaign(stage, house, { runs, seed, path: values.path, progress: () => report(false) })
  report(true)
  console.log(outcome.failure ?? `every invariant held in ${outcome.runs} runs of seed ${seed}`)
  await house.close()
  return outcome.failure === undefined ? 0 : 1
}

async function plant(wanted: string): Promise<number> {
  const mutants = ALL_MUTANTS.filter(({ name }) => wanted === 'all' || name === wanted)
  if (mutants.length === 0) throw new Error(`no such mutant: ${wanted}`)
  const house = await openHouse()
  let missed = 0
  for (const { name, patches } of mutants) {
    const { stage, faulty } = await plantedStage(patches, house)
    const { runs: needed, invariant, plan } = await campaign(stage, faulty, { runs, seed, shrink: values.keep })
    console.log(`${name}: ${invariant ?? 'NOT FOUND'} after ${needed} runs, ${Math.round(seconds())} s`)
    if (invariant === undefined) missed += 1
    else if (values.keep && plan) await keepPlan(name, { runs: needed, seed, invariant, plan })
  }
  await house.close()
  return missed === 0 ? 0 : 1
}

/** Runs for the record, written down seed by seed, so that an end at any moment loses one seed's at most. */
async function add(more: number): Promise<number> {
  const commit = commitNow()
  const [house, stage] = [await openHouse(), await openStage()]
  for (let left = more; left > 0; left -= PIECE) {
    const begun = seconds()
    const next = await nextSeed()
    const own = { ...stage, tally: new Tally() }
    const { failure } = await campaign(own, house, { runs: Math.min(left, PIECE), seed: next })
    const { counts } = own.tally
    // What does not hold, and the line that plays it again.
    const told = failure?.split('\n').filter((line, at) => at === 0 || line.startsWith('again:'))
    await addPiece(
      { seed: next, ...counts, seconds: seconds() - begun, ...(told && { failure: told.join(' · ') }) },
      commit,
    )
    console.log(tell(sum(pieces()), seconds(), false))
    // What one seed has found is no reason not to look for what the next ones will.
    if (failure !== undefined) console.log(failure)
  }
  await house.close()
  return 0
}

function shareOfRuns(job: number): string[] {
  return ['--runs', String(Math.ceil(runs / jobs)), '--seed', String(seed + job)]
}

/** Processes of their own, each with what it is told; they tell how far they are. */
async function share(own: (job: number) => string[]): Promise<number> {
  const latest: Counts[] = []
  const ends = Array.from({ length: jobs }, (_, job) => {
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...own(job)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (counts) => {
      latest[job] = counts as Counts
      console.log(tell(sum(Object.values(latest)), seconds(), false))
    })
    return new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  })
  const codes = await Promise.all(ends)
  if (latest.length > 0) console.log(tell(sum(Object.values(latest)), seconds(), true))
  return Math.max(...codes)
}
