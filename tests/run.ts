import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { findChromium } from './harness/chromium.ts'
import { startPostgres } from './harness/postgres.ts'

/**
 * `npm test`: installs what the tests need, checks the source, builds, and runs every test there is. The last line
 * counts them: "N passed, N failed"; above it stands what failed, whichever step it was in.
 */
const UNITS = '.cache/units.json'
const E2E = '.cache/e2e.json'

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
  step('end to end', 'npx', ['playwright', 'test'])
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
const again = e2e?.stats.flaky ?? 0
const passed = (units?.numPassedTests ?? 0) + (e2e?.stats.expected ?? 0) + again
const failed = Math.max((units?.numFailedTests ?? 1) + (e2e?.stats.unexpected ?? 1), brokenSteps.length)
for (const { name, status, message, assertionResults } of units?.testResults ?? []) {
  const faults = assertionResults.filter((one) => one.status === 'failed')
  for (const { fullName, failureMessages } of faults)
    console.log(`\nFAILED ${name}: ${fullName}\n${failureMessages[0]}`)
  if (status === 'failed' && faults.length === 0) console.log(`\nFAILED ${name}\n${message}`)
}
for (const name of brokenSteps) console.log(`\nFAILED: the step “${name}”`)
if (again > 0) console.log(`\n${again} passed only at the second try: see “flaky” above`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

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
