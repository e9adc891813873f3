import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'
import { openHouse } from './house.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { serverWith } from './serverWith.ts'
import { type Counts, sum, tell } from './tally.ts'
import { openStage } from './world.ts'

/**
 * `npm run test:sync -- --runs N --seed S [--path P] [--jobs J] [--mutant name]`: plays plans of the sync model, tells
 * every 1,000 runs how far it is, and of the first that fails, with the line that plays it again. `--jobs`: so many
 * processes, each with its share of the runs and a seed of its own. On PostgreSQL where `TEST_DATABASE_URL` names one,
 * else embedded. `--mutant all`: each fault after the other.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() & 0x7fffffff) },
    path: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    mutant: { type: 'string' },
  },
})
const [runs, seed, jobs] = [Number(values.runs), Number(values.seed), Number(values.jobs)]
const started = performance.now()
const seconds = () => (performance.now() - started) / 1000
process.exit(jobs > 1 ? await share() : values.mutant === undefined ? await play() : await plant(values.mutant))

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
    const inServer = patches.filter(({ file }) => file.startsWith('server/'))
    const stage = await openStage(patches.filter((patch) => !inServer.includes(patch)))
    const faulty = inServer.length === 0 ? house : { ...house, api: await serverWith(inServer, house) }
    const { runs: needed, invariant } = await campaign(stage, faulty, { runs, seed, shrink: false })
    console.log(`${name}: ${invariant ?? 'NOT FOUND'} after ${needed} runs`)
    if (invariant === undefined) missed += 1
  }
  await house.close()
  return missed === 0 ? 0 : 1
}

async function share(): Promise<number> {
  const latest: Counts[] = []
  const ends = Array.from({ length: jobs }, (_, job) => {
    const own = ['--runs', String(Math.ceil(runs / jobs)), '--seed', String(seed + job)]
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...own], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (counts) => {
      latest[job] = counts as Counts
      console.log(tell(sum(Object.values(latest)), seconds(), false))
    })
    return new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  })
  const codes = await Promise.all(ends)
  console.log(tell(sum(Object.values(latest)), seconds(), true))
  return Math.max(...codes)
}
