import fc from 'fast-check'
import { type Plan, planArbitrary } from './plan/plan.ts'
import { runPlan } from './plan/runPlan.ts'
import type { TestServer } from './simulation/testServer.ts'
import type { CodeUnderTest } from './simulation/world.ts'

interface Options {
  runs: number
  seed: number
  path?: string | undefined
  /** whether to shrink a failing plan; true by default */
  shrink?: boolean
  /** called every 1,000 runs */
  progress?: () => void
}

const PROGRESS_INTERVAL = 1000

export interface CampaignResult {
  /** runs until the first failure, or all runs */
  runs: number
  /** report of the first failure; undefined if all invariants held */
  failure?: string
  invariant?: string
  /** the failing plan, shrunk unless shrinking was off */
  plan?: Plan
}

/** Checks the invariants on `runs` plans drawn from a seed. */
export async function campaign(code: CodeUnderTest, server: TestServer, options: Options): Promise<CampaignResult> {
  const { runs, seed, path, shrink = true, progress } = options
  const requestsBefore = code.tally.counts.requests
  const property = fc.asyncProperty(planArbitrary, async (plan) => {
    await runPlan(code, server, plan)
    if (code.tally.counts.runs % PROGRESS_INTERVAL === 0) progress?.()
  })
  const outcome = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrink,
    ...(path === undefined ? {} : { path }),
  })
  if (!outcome.failed) {
    // Devices that cannot open their databases break no invariant.
    const sent = code.tally.counts.requests - requestsBefore
    if (sent < outcome.numRuns)
      return { runs: outcome.numRuns, failure: `only ${sent} requests in ${outcome.numRuns} plans` }
    return { runs: outcome.numRuns }
  }
  const failure = outcome.errorInstance
  const message =
    failure instanceof Error
      ? `${failure.message}\n${failure.name === 'InvariantViolation' ? '' : stackOf(failure)}`
      : String(failure)
  const [smallest] = outcome.counterexample ?? []
  const { steps = [], ...rest } = smallest ?? {}
  return {
    runs: outcome.numRuns,
    invariant: /^(I\d+)/.exec(message)?.[1] ?? 'crash',
    ...(smallest && { plan: smallest }),
    failure: [
      message,
      '',
      `after ${outcome.numRuns} runs, shrunk ${outcome.numShrinks} times:`,
      JSON.stringify(rest),
      ...steps.map((step) => `  ${JSON.stringify(step)}`),
      '',
      `replay: npm run test:sync -- --runs ${runs} --seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
    ].join('\n'),
  }
}

/** Lists the stack of each error of an AggregateError. */
function stackOf(failure: Error): string {
  return failure instanceof AggregateError
    ? failure.errors.map((error) => (error as Error).stack).join('\n')
    : `${failure.stack}`
}
