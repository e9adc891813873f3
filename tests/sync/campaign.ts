import fc from 'fast-check'
import type { House } from './house.ts'
import { play } from './play.ts'
import { type Plan, plan } from './steps.ts'
import type { Stage } from './world.ts'

interface Options {
  runs: number
  seed: number
  path?: string | undefined
  /** shrink a failure */
  shrink?: boolean
  /** called after every so many runs */
  progress?: () => void
}

const OFTEN = 1000

export interface Outcome {
  /** runs until the failure, or all */
  runs: number
  /** the failure as it is to be read; nothing when all holds */
  failure?: string
  invariant?: string
  /** what played it, as small as it was made */
  plan?: Plan
}

/** Plays so many plans of a seed. */
export async function campaign(stage: Stage, house: House, options: Options): Promise<Outcome> {
  const { runs, seed, path, shrink = true, progress } = options
  const property = fc.asyncProperty(plan, async (one) => {
    await play(stage, house, one)
    if (stage.tally.counts.runs % OFTEN === 0) progress?.()
  })
  const outcome = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrink,
    ...(path === undefined ? {} : { path }),
  })
  if (!outcome.failed) return { runs: outcome.numRuns }
  const failure = outcome.errorInstance
  const words =
    failure instanceof Error
      ? `${failure.message}\n${failure.name === 'Broken' ? '' : stackOf(failure)}`
      : String(failure)
  const [smallest] = outcome.counterexample ?? []
  const { steps = [], ...rest } = smallest ?? {}
  return {
    runs: outcome.numRuns,
    invariant: /^(I\d+)/.exec(words)?.[1] ?? 'crash',
    ...(smallest && { plan: smallest }),
    failure: [
      words,
      '',
      `after ${outcome.numRuns} runs, ${outcome.numShrinks} times made smaller:`,
      JSON.stringify(rest),
      ...steps.map((step) => `  ${JSON.stringify(step)}`),
      '',
      `again: npm run test:sync -- --runs ${runs} --seed ${outcome.seed} --path ${outcome.counterexamplePath}`,
    ].join('\n'),
  }
}

/** Several errors at once are told one by one. */
function stackOf(failure: Error): string {
  return failure instanceof AggregateError
    ? failure.errors.map((one) => (one as Error).stack).join('\n')
    : `${failure.stack}`
}
