import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { campaign } from './campaign.ts'
import { openHouse } from './house.ts'
import { ALL_MUTANTS } from './moreMutants.ts'
import { serverWith } from './serverWith.ts'
import { openStage } from './world.ts'

/**
 * `npm run test:sync -- --runs N --seed S [--path P] [--jobs J] [--mutant name]`: plays plans of the sync model and
 * tells of the first that fails, with the line that plays it again. `--jobs`: so many processes, each with its share of
 * the runs and a seed of its own. On PostgreSQL where `TEST_DATABASE_URL` names one, else embedded.
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
process.exit(jobs > 1 ? await share() : await play())

async function play(): Promise<number> {
  const house = await openHouse()
  const mutant = ALL_MUTANTS.find(({ name }) => name === values.mutant)
  const inServer = mutant?.patches.filter(({ file }) => file.startsWith('server/')) ?? []
  const stage = await openStage(mutant?.patches.filter((patch) => !inServer.includes(patch)))
  if (inServer.length > 0) house.api = await serverWith(inServer, house)
  const started = performance.now()
  const outcome = await campaign(stage, house, { runs, seed, path: values.path, shrink: mutant === undefined })
  const each = ((performance.now() - started) / outcome.runs).toFixed(1)
  if (mutant) console.log(`${mutant.name}: ${outcome.invariant ?? 'NOT FOUND'} after ${outcome.runs} runs`)
  else console.log(outcome.failure ?? `every invariant held in ${outcome.runs} runs of seed ${seed}, ${each} ms each`)
  await house.close()
  return outcome.failure === undefined ? 0 : 1
}

async function share(): Promise<number> {
  const ends = Array.from({ length: jobs }, (_, job) => {
    const own = ['--runs', String(Math.ceil(runs / jobs)), '--seed', String(seed + job)]
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...own], { stdio: 'inherit' })
    return new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  })
  return Math.max(...(await Promise.all(ends)))
}
