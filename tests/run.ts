import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import * as v from 'valibot'
import { findChromium } from './harness/chromium.ts'
import { startPostgres } from './harness/postgres.ts'

/**
 * `npm test`: installs what the tests need, checks the source, builds, and runs every test there is. The last line
 * counts them: "N passed, N failed"; above it stands what failed, whichever step it was in.
 */
const UNITS = '.cache/units.json'
const E2E = '.cache/e2e.json'
/** What the model of the sync layer said. */
const MODEL = '.cache/model.txt'
/** Plans of it, beside those that the data tests play; the same ones each time. */
const PLANS = 2000

mkdirSync('.cache', { recursive: true })
for (const file of [UNITS, E2E]) rmSync(file, { force: true })

const chromium = findChromium()
const postgres = await startPostgres()
const brokenSteps: string[] = []
try {
  step('check', 'npm', ['run', '--silent', 'check'])
  step('build', 'npm', ['run', '--silent', 'build'])
  step('size', 'npm', ['run', '--silent', 'size'])
  step('unit, data, server and screens', 'npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNITS}`,
  ])
  const plans = playPlans()
  step('end to end', 'npx', ['playwright', 'test'])
  const played = performance.now()
  const isWell = await plans
  const after = Math.round((performance.now() - played) / 1000)
  console.log(`\n── ${PLANS} plans of the sync model: ${isWell ? 'passed' : 'FAILED'}, ${after} s after the browsers`)
  console.log(
    readFileSync(MODEL, 'utf8')
      .trim()
      .split('\n')
      .slice(isWell ? -1 : -60)
      .join('\n'),
  )
  if (!isWell) brokenSteps.push('sync model')
} finally {
  await postgres.stop()
}

const units = counted(
  UNITS,
  v.object({
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    testResults: v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        message: v.string(),
        assertionResults: v.array(
          v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
        ),
      }),
    ),
  }),
)
const e2e = counted(
  E2E,
  v.object({ stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }) }),
)
const flaky = e2e?.stats.flaky ?? 0
let again = flaky
const passed = (units?.numPassedTests ?? 0) + (e2e?.stats.expected ?? 0) + flaky
const failed = Math.max((units?.numFailedTests ?? 1) + (e2e?.stats.unexpected ?? 1), brokenSteps.length)
for (const { name, status, message, assertionResults } of units?.testResults ?? []) {
  const faults = assertionResults.filter((one) => one.status === 'failed')
  for (const { fullName, failureMessages } of faults)
    console.log(`\nFAILED ${name}: ${fullName}\n${failureMessages[0]}`)
  // What failed at the first try keeps the words it failed with.
  const seconds = assertionResults.filter((one) => one.status === 'passed' && one.failureMessages.length > 0)
  for (const { fullName, failureMessages } of seconds)
    console.log(`\nflaky ${name}: ${fullName}\n${failureMessages[0]}`)
  again += seconds.length
  if (status === 'failed' && faults.length === 0) console.log(`\nFAILED ${name}\n${message}`)
}
for (const name of brokenSteps) console.log(`\nFAILED: the step “${name}”`)
if (again > 0) console.log(`\n${again} passed only at the second try: see “flaky” above`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/**
 * Plays plans of the sync model (`tests/sync`) on what the browsers leave of the machine, which wait much: of what they want themselves
 * it takes next to nothing. Answers whether all held.
 */
function playPlans(): Promise<boolean> {
  const out = openSync(MODEL, 'w')
  const words = ['--import', 'tsx', 'tests/sync/cli.ts', '--runs', String(PLANS), '--seed', '1001', '--jobs', '2']
  // Embedded, as those of the data tests: a plan is over sooner.
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, words, { stdio: ['ignore', out, out], env })
  // Those it begins are like it.
  if (child.pid !== undefined) setPriority(child.pid, 19)
  return new Promise((done) => child.on('exit', (code) => done(code === 0)).on('error', () => done(false)))
}

/** Runs one part; a failing one does not keep the others from telling what they find. */
function step(name: string, command: string, args: string[]) {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, TEST_DATABASE_URL: postgres.url },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (status !== 0) brokenSteps.push(name)
}

function counted<Shape>(file: string, shape: v.GenericSchema<unknown, Shape>): Shape | undefined {
  try {
    return v.parse(shape, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
