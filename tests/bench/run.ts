import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchCatalogue } from './catalogue/section.ts'
import { benchLists } from './lists/section.ts'
import { benchMetrics } from './metrics/section.ts'
import { benchPack } from './pack/section.ts'
import { benchProcesses } from './processes/section.ts'
import { benchSearch } from './search/section.ts'
import { benchStart } from './start/section.ts'
import { benchSync } from './sync/section.ts'
import { benchUsers } from './users/section.ts'

/**
 * `npm run bench`: measures the app, floors (the least any implementation needs) and peers, and writes `docs/bench`.
 * Arguments select sections, and `--only` a part of a section (start, sync, catalogue). `--runs` (5) is the number of runs
 * per line. `--titles` (100000) is the catalogue's size; several sizes, `10000,100000,1000000`, are compared. `--users`
 * (10000,100000) are the numbers of accounts.
 */
const SECTIONS = {
  start: benchStart,
  sync: benchSync,
  lists: benchLists,
  search: benchSearch,
  catalogue: benchCatalogue,
  pack: benchPack,
  metrics: benchMetrics,
  users: benchUsers,
  processes: benchProcesses,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    titles: { type: 'string', default: '100000' },
    users: { type: 'string', default: '10000,100000' },
  },
})
const asked = positionals.length > 0 ? positionals : Object.keys(SECTIONS)
for (const name of asked) if (!(name in SECTIONS)) throw new Error(`there is no section ${name}`)

if (!existsSync('dist/server/main.js')) must('npm', ['run', 'build'])
for (const [name, section] of Object.entries(SECTIONS)) {
  if (!asked.includes(name)) continue
  console.log(`\n── ${name}, ${values.runs} runs, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
  const started = performance.now()
  await section({
    runs: Number(values.runs),
    only: values.only,
    titles: numbers(values.titles),
    users: numbers(values.users),
  })
  console.log(`── ${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

function numbers(text: string): number[] {
  return text.split(',').map(Number)
}

function must(command: string, args: string[]) {
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${command} ${args.join(' ')}`)
}
