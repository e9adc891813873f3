import { v4 as uuid } from 'uuid'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { clientId, type PersonalDatabase, personalDatabaseOf } from '#data/database/personal.ts'
import { restoreSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { withLock } from '#data/platform/lock.ts'
import { beforeSignOut } from '#data/session/signOutHooks.ts'
import { createBatchTransport } from './batch.ts'
import { backoff } from './classify.ts'
import { type DeliveryAttempt, deliverEntry } from './deliver.ts'
import type { KindOf } from './kindLookup.ts'
import { type ClaimedEntry, claimEntries, drainHeartbeat, releaseHeld } from './outbox.ts'
import { type Outcome, settle } from './settle.ts'
import { createUplinkBudget } from './uplinkBudget.ts'

/** Maximum parallel single requests (docs/sync.md#drain). More ready entries than this are sent as a batch. */
const MAX_SINGLE_REQUESTS = 4
/** Maximum batch requests in flight: the next ones travel while the server works on the first. */
const MAX_BATCH_REQUESTS = 3
/**
 * After this many consecutive unknown outcomes the breaker opens and sends one probe at a time (docs/sync.md#drain).
 */
const BREAKER_THRESHOLD = 3

export interface DrainResult {
  /** When to drain again, in ms of the device clock; undefined when no entry waits for a time. */
  nextAt: number | undefined
  /** Nothing can be sent before the user signs in. */
  parked: boolean
}

export interface Drain {
  drainOutbox: (signal?: AbortSignal) => Promise<DrainResult>
  resetBreaker: () => void
}

/**
 * Creates the drain of one page or worker, with its leases, circuit breaker and batch transport. `onSettled` is called after
 * the transaction that settled the outcomes; the drain does not wait for it.
 */
export function createDrain({
  kindOf,
  onSettled,
}: {
  kindOf: KindOf
  onSettled?: (outcomes: readonly Outcome[]) => void
}): Drain {
  const batch = createBatchTransport()
  const budget = createUplinkBudget()
  /** Identifies this page's or worker's leases. */
  const drainerId = uuid()
  /** Entries that this page or worker is sending, by key. */
  const inFlight = new Map<string, OutboxEntry>()
  let unreachableInARow = 0

  /**
   * Sends entries until none is ready (docs/sync.md#drain). Page and worker run the same code under one lock; if two
   * ever run at once, leases, idempotency keys and the server's fence keep every effect single. Aborting `signal` stops
   * the drain: entries in flight have an unknown outcome and are sent again under the same key.
   */
  async function drainOutbox(signal?: AbortSignal): Promise<DrainResult> {
    const { session } = await restoreSession()
    if (!session) return { nextAt: undefined, parked: false }
    if (session.status === 'expired') return { nextAt: undefined, parked: true }
    const database = await personalDatabaseOf(session.user.id)
    const stop = new AbortController()
    const abort = () => stop.abort()
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    const draining = withLock(`parde-drain-${session.user.id}`, stop.signal, {
      run: (alone, signal) => drainPass(database, signal, alone),
      heartbeat: () => drainHeartbeat(database),
    })
    const unregister = beforeSignOut(async () => {
      abort()
      await Promise.allSettled([draining])
    })
    try {
      return await draining
    } finally {
      signal?.removeEventListener('abort', abort)
      unregister()
    }
  }

  /** Closes the circuit breaker, because the network is back. */
  function resetBreaker() {
    unreachableInARow = 0
  }

  async function drainPass(database: PersonalDatabase, signal: AbortSignal, alone: boolean): Promise<DrainResult> {
    const client = await clientId(database)
    await releaseHeld(database, kindOf)
    const flights = new Set<Promise<void>>()
    let nextAt: number | undefined
    let [parked, isProbeUnanswered, isBatchRefused, isAnswered] = [false, false, false, false]
    let [batchesInFlight, batchesInTransit, bytesInTransit] = [0, 0, 0]
    let continueLoop = () => {}
    let answered: Outcome[] = []
    let writing: Promise<void> | undefined

    /** Settles outcomes in one transaction at a time; those that arrive meanwhile share the next one. */
    async function settleAnswered() {
      try {
        while (answered.length > 0) {
          const outcomes = answered
          answered = []
          await settle(database, outcomes)
          onSettled?.(outcomes)
        }
      } finally {
        writing = undefined
      }
    }

    function launch(claimed: ClaimedEntry[], deliver: () => Promise<DeliveryAttempt>, isBatch = false) {
      const bytes = claimed.reduce((sum, one) => sum + one.bytes, 0)
      bytesInTransit += bytes
      if (isBatch) {
        batchesInFlight += 1
        batchesInTransit += 1
      }
      for (const { entry } of claimed) inFlight.set(entry.key, entry)
      const flight = deliver()
        .finally(() => {
          bytesInTransit -= bytes
          if (isBatch) batchesInTransit -= 1
        })
        .then(async (delivery) => {
          budget.record(delivery)
          if (delivery.unreachable) unreachableInARow += 1
          else if (!delivery.aborted) unreachableInARow = 0
          isAnswered = !delivery.unreachable && !delivery.aborted && !delivery.batchRefused
          // An unanswered probe ends the pass: further entries would fail the same way.
          isProbeUnanswered = delivery.unreachable && unreachableInARow >= BREAKER_THRESHOLD
          parked ||= delivery.parked
          isBatchRefused ||= delivery.batchRefused
          // Lets the loop launch the next batch while this one is settled.
          if (isBatch) continueLoop()
          answered.push(...delivery.outcomes)
          writing ??= settleAnswered()
          await writing
        })
        .catch((failure: unknown) => {
          // The pass may have gone on, or failed for another reason.
          ignoring(...EXPECTED_ERRORS)(failure)
          throw failure
        })
        .finally(() => {
          flights.delete(flight)
          if (isBatch) batchesInFlight -= 1
          for (const { entry } of claimed) inFlight.delete(entry.key)
        })
      flights.add(flight)
    }

    /**
     * Returns how many entries to claim now. Batches run only beside other batches, and only after the server has
     * answered: entries claimed then belong to lanes with nothing in flight.
     */
    function capacity(): number {
      if (parked || isProbeUnanswered || signal.aborted || bytesInTransit > budget.bytes() / 2) return 0
      if (unreachableInARow >= BREAKER_THRESHOLD) return 1 - Math.min(1, flights.size)
      if (batchesInFlight > 0)
        return isAnswered && batch.canBatch() && !isBatchRefused
          ? (MAX_BATCH_REQUESTS - batchesInTransit) * budget.batchSize()
          : 0
      return flights.size === 0 && batch.canBatch() && !isBatchRefused
        ? budget.batchSize()
        : MAX_SINGLE_REQUESTS - flights.size
    }

    try {
      for (;;) {
        const limit = capacity()
        if (limit > 0) {
          const bytes = budget.bytes() - bytesInTransit
          const claim = await claimEntries(database, { limit, bytes, by: drainerId, isAlone: alone, inFlight }, kindOf)
          nextAt = claim.nextAt
          const { claimed, isFull } = claim
          const context = { database, client, signal }
          if (
            (claimed.length > MAX_SINGLE_REQUESTS || (claimed.length > 0 && batchesInFlight > 0)) &&
            batch.canBatch()
          ) {
            const size = budget.batchSize()
            for (let at = 0; at < claimed.length; at += size) {
              const some = claimed.slice(at, at + size)
              launch(some, () => batch.deliver(some, context), true)
            }
            // Claim again, unless this claim emptied the queue.
            if (isAnswered && isFull) continue
          } else for (const one of claimed) launch([one], () => deliverEntry(one, context))
        }
        if (flights.size === 0) break
        const commit = new Promise<void>((resolve) => {
          continueLoop = resolve
        })
        await Promise.race([...flights, commit])
      }
    } finally {
      await Promise.allSettled(flights)
    }
    return { nextAt: isProbeUnanswered ? clock.now() + backoff(unreachableInARow) : nextAt, parked }
  }

  return { drainOutbox, resetBreaker }
}
