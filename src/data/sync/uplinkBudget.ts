import { BATCH_MAX } from '#contract/batch.ts'
import type { DeliveryAttempt } from './deliver.ts'

/** Maximum size of all requests in flight, in bytes: 10 s at 50 kbit/s (docs/sync.md#batch). */
const MAX_BYTES = 64_000
/** Smallest maximum of mutations per batch. */
const BATCH_MIN = 10
/** Timeouts halve both maxima down to this share. */
const MIN_SHARE = 1 / 16
/** The share doubles after this many answers without a timeout: one request that is too large costs a whole timeout. */
const ANSWERS_TO_GROW = 8

/** Creates the measure of how much one page or worker sends at a time. It adapts to the network. */
export function createUplinkBudget() {
  let share = 1
  let answers = 0
  return {
    /** Maximum number of mutations per batch. */
    batchSize: () => Math.max(BATCH_MIN, Math.floor(BATCH_MAX * share)),
    /** Maximum size of all requests in flight, in bytes. */
    bytes: () => MAX_BYTES * share,
    record({ timedOut, unreachable, aborted }: DeliveryAttempt) {
      if (timedOut) {
        share = Math.max(MIN_SHARE, share / 2)
        answers = 0
      } else if (!unreachable && !aborted && ++answers % ANSWERS_TO_GROW === 0) share = Math.min(1, share * 2)
    },
  }
}
