import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { findChromium } from './harness/browser/chromium.ts'
import { startPostgres } from './harness/database/postgres.ts'

/**
 * `npm test`: installs Chromium, Firefox, WebKit and PostgreSQL where they are missing, checks the source, builds, and runs every test. The
 * last line is "N passed, N failed", below the list of failures of every step. A test that passed only at its second
 * attempt is listed as flaky and counts as failed.
 */
const VITEST_REPORT = '.cache/units.json'
const UNHANDLED_ERRORS = '.cache/unhandled.txt'
const PLAYWRIGHT_REPORT = '.cache/e2e.json'
const ENGINES_REPORT = '.cache/engines.json'
const MODEL_OUTPUT = '.cache/model.txt'
/** Plans of the sync model played in addition to those of vitest. A fixed seed makes them the same in every run. */
const PLANS = 150

mkdirSync('.cache', { recursive: true })
for (const file of [VITEST_REPORT, UNHANDLED_ERRORS, PLAYWRIGHT_REPORT, ENGINES_REPORT]) rmSync(file, { force: true })

const chromium = findChromium()
const postgres = await startPostgres()
const failedSteps: string[] = []
try {
  step('check', 'npm', ['run', '--silent', 'check'])
  step('build', 'npm', ['run', '--silent', 'build'])
  step('size', 'npm', ['run', '--silent', 'size'])
  step('unit, data, server and screens', 'npx', [
    'vitest',
    'run',
    // `npm run check` has run it.
    '--project=!structure',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/harness/setup/unhandledErrors.ts',
    `--outputFile.json=${VITEST_REPORT}`,
  ])
  const model = playModel()
  step('end to end', 'npx', ['playwright', 'test'])
  step('Chromium, Firefox and WebKit', 'npx', [
    'playwright',
    'test',
    '--config=tests/engines/playwright.config.ts',
    '--grep-invert=@long',
  ])
  const browsersEnded = performance.now()
  const hasModelPassed = await model
  const seconds = Math.round((performance.now() - browsersEnded) / 1000)
  const verdict = hasModelPassed ? 'passed' : 'FAILED'
  console.log(`\n── ${PLANS} plans of the sync model: ${verdict}, ${seconds} s after the browsers`)
  const lines = readFileSync(MODEL_OUTPUT, 'utf8').trim().split('\n')
  console.log(lines.slice(hasModelPassed ? -1 : -60).join('\n'))
  if (!hasModelPassed) failedSteps.push('sync model')
} finally {
  await postgres.stop()
}

const vitest = readReport(
  VITEST_REPORT,
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
const browserReports = [PLAYWRIGHT_REPORT, ENGINES_REPORT].map((file) =>
  readReport(
    file,
    v.object({
      stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
      suites: v.array(v.unknown()),
    }),
  ),
)
for (const { name, status, message, assertionResults } of vitest?.testResults ?? []) {
  const failures = assertionResults.filter((result) => result.status === 'failed')
  for (const { fullName, failureMessages } of failures)
    console.log(`\nFAILED ${name}: ${fullName}\n${failureMessages[0]}`)
  if (status === 'failed' && failures.length === 0) console.log(`\nFAILED ${name}\n${message}`)
}
const suites = browserReports.flatMap((report) => report?.suites ?? [])
for (const { title, isFlaky, message } of suites.flatMap((suite) => browserTestFailures(suite))) {
  console.log(`\nFAILED${isFlaky ? ' (flaky, passed at the second attempt)' : ''} ${title}\n${message}`)
}
const unhandledErrors = existsSync(UNHANDLED_ERRORS) ? readFileSync(UNHANDLED_ERRORS, 'utf8') : ''
if (unhandledErrors !== '') console.log(`\nFAILED: errors that no test caught\n${unhandledErrors}`)
for (const name of failedSteps) console.log(`\nFAILED: the step “${name}”`)
let passed = vitest?.numPassedTests ?? 0
let failed = vitest?.numFailedTests ?? 1
for (const report of browserReports) {
  passed += report?.stats.expected ?? 0
  failed += report ? report.stats.unexpected + report.stats.flaky : 1
}
failed = Math.max(failed, failedSteps.length)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/**
 * The failed and the flaky tests in a suite of Playwright's JSON report, with the starts of their first error and output.
 */
function browserTestFailures(suite: unknown): { title: string; isFlaky: boolean; message: string }[] {
  const { file, specs, suites } = v.parse(
    v.object({
      file: v.string(),
      specs: v.array(
        v.object({
          title: v.string(),
          tests: v.array(
            v.object({
              projectName: v.string(),
              status: v.string(),
              results: v.array(
                v.object({
                  error: v.optional(v.object({ message: v.optional(v.string(), '') })),
                  stdout: v.array(v.object({ text: v.optional(v.string(), '') })),
                }),
              ),
            }),
          ),
        }),
      ),
      suites: v.optional(v.array(v.unknown()), []),
    }),
    suite,
  )
  const failures = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky' || status === 'unexpected')
      .map(({ projectName, status, results }) => {
        const { error, stdout = [] } = results.find(({ error }) => error) ?? {}
        const output = stdout.map(({ text }) => text).join('')
        return {
          title: `${file} (${projectName}): ${title}`,
          isFlaky: status === 'flaky',
          message: stripVTControlCharacters(`${(error?.message ?? '').slice(0, 600)}\n${output.slice(0, 2000)}`),
        }
      }),
  )
  return [...failures, ...suites.flatMap((inner) => browserTestFailures(inner))]
}

/**
 * Plays plans of the sync model (`tests/sync`) at the lowest priority while the browser tests run, which are idle most of
 * the time. Returns whether all plans held.
 */
function playModel(): Promise<boolean> {
  const output = openSync(MODEL_OUTPUT, 'w')
  const args = ['--import', 'tsx', 'tests/sync/cli.ts', '--runs', String(PLANS), '--seed', '1001', '--jobs', '2']
  // The embedded database, as in the data tests, is faster than PostgreSQL here.
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, output], env })
  // Its child processes inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, 19)
  return new Promise((done) => child.on('exit', (code) => done(code === 0)).on('error', () => done(false)))
}

/** Runs one step and records its failure. Later steps run in any case, so that one run reports all failures. */
function step(name: string, command: string, args: string[]) {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, TEST_DATABASE_URL: postgres.url },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  if (status !== 0) failedSteps.push(name)
}

/** Reads a JSON report. Undefined when the test runner crashed before it wrote one, which counts as a failure. */
function readReport<Shape>(file: string, shape: v.GenericSchema<unknown, Shape>): Shape | undefined {
  return existsSync(file) ? v.parse(shape, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
