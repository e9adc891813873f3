import { createDrain } from '#data/sync/drain.ts'
import { drainBeforeSignOut as drainLast, type Unsent } from '#data/sync/drainBeforeSignOut.ts'
import { type Drainer, startDrainer as start } from '#data/sync/drainer.ts'
import { drainWithin as drainFor } from '#data/sync/drainWithin.ts'
import { kindOf } from './kinds.ts'
import { countSyncHealth } from './syncHealth.ts'

/** The drain of this page or worker, with every mutation kind of the app. */
const drain = createDrain({ kindOf, onSettled: countSyncHealth })

export const { drainOutbox } = drain

export function startDrainer(options: { onWaiting: () => void }): Drainer {
  return start(drain, options)
}

export function drainWithin(timeLimit: number, signal?: AbortSignal): Promise<void> {
  return drainFor(drain, timeLimit, signal)
}

export function drainBeforeSignOut(): Promise<Unsent> {
  return drainLast(drain)
}
