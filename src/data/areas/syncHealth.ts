import { Refused, Unreachable } from '#data/network/failures.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { ageOf } from '#data/sync/deliver.ts'
import type { Outcome } from '#data/sync/settle.ts'
import { countMeasured, type Measured } from './userMetrics.ts'

/** Counts how long mutations waited and why attempts failed, where the user or the operator allows it. */
export function countSyncHealth(outcomes: readonly Outcome[]): void {
  void countMeasured(outcomes.flatMap(measuredIn)).catch(ignoring(...EXPECTED_ERRORS))
}

/** What an outcome tells: waits and attempts of a mutation that has ended, and the reason of a failed attempt. */
function measuredIn(outcome: Outcome): Measured[] {
  if ('kind' in outcome) return ended('confirmed', outcome)
  if ('released' in outcome) return []
  const reason = reasonOf(outcome.failure)
  return [
    ...(outcome.verdict.become === 'failed' ? ended('refused', outcome) : []),
    ...(reason === undefined ? [] : [{ metric: 'failure' as const, reason }]),
  ]
}

function ended(metric: 'confirmed' | 'refused', { entry }: Pick<Outcome, 'entry'>): Measured[] {
  const { kind, attempts } = entry
  return [
    { metric, kind, value: ageOf(entry) },
    { metric: 'attempts', kind, value: attempts },
  ]
}

/** Undefined for an attempt that the app itself ended or did not make. */
function reasonOf(failure: unknown): string | undefined {
  if (failure instanceof Refused) return failure.isForeign ? 'foreign' : String(failure.status)
  if (failure instanceof Unreachable) return failure.reason === 'aborted' ? undefined : failure.reason
  return undefined
}
