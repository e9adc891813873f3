import { v4 as uuid } from 'uuid'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { clientId, type PersonalDatabase, personalDatabaseOf } from '#data/database/personal.ts'
import { restoreSession } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { withLock } from '#data/platform/lock.ts'
import { beforeSignOut } from '#data/session/signOutHooks.ts'
import { createBatchTransport } from './batch.ts'
import { backoff } from './classify.ts'
import { type DeliveryAttempt, deliverEntry } from './deliver.ts'
import type { KindOf } from './kindLookup.ts'
import { claimEntries, drainHeartbeat, releaseHeld } from './outbox.ts'
import type { ParsedEntry } from './readEntry.ts'
import { type Outcome, settle } from './settle.ts'

/** Lanes in flight at most; with more waiting than that, they go in one call (sync page). */
const MAX_SINGLE_REQUESTS = 4
/** As many such calls on their way: the next ones travel while the first is at work. */
const MAX_BATCH_REQUESTS = 3
/** Unknown outcomes in a row after which one probe at a time goes out (sync page). */
const BREAKER_THRESHOLD = 3

export interface DrainResult {
  /** when to come back, ms on the device clock; nothing when nothing waits for a moment */
  nextAt: number | undefined
  /** the person has to sign in before anything more can go */
  parked: boolean
}

export interface Drain {
  drainOutbox: (signal?: AbortSignal) => Promise<DrainResult>
  resetBreaker: () => void
}

/** Creates the sender of one page or worker, with its leases, its circuit breaker and its batch transport. */
export function createDrain({ kindOf }: { kindOf: KindOf }): Drain {
  const batch = createBatchTransport()
  /** This page's or worker's name on the leases it takes. */
  const drainerId = uuid()
  /** What this page or worker is sending right now, by its keys. */
  const inFlight = new Map<string, OutboxEntry>()
  let unreachableInARow = 0

  /**
   * Sends what waits, until nothing is ready. Page and worker call the same function; of several only one sends at a
   * time, and should two ever send, leases, keys and the server's fence keep every effect single (sync page, finding 3).
   * Aborting `signal` stops it: what was in flight has an unknown outcome and goes again later under its key.
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
      run: (alone, signal) => pass(database, signal, alone),
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

  /** The network answers again: lanes open at once instead of probing. */
  function resetBreaker() {
    unreachableInARow = 0
  }

  async function pass(database: PersonalDatabase, signal: AbortSignal, alone: boolean): Promise<DrainResult> {
    const client = await clientId(database)
    await releaseHeld(database, kindOf)
    const flights = new Set<Promise<void>>()
    let nextAt: number | undefined
    let [parked, silent, singly, isAnswered] = [false, false, false, false]
    let [batches, travelling] = [0, 0]
    let hear = () => {}
    let answered: Outcome[] = []
    let writing: Promise<void> | undefined

    /** What is answered while something is being written is written next, all of it together: each time is a way to the disk. */
    async function writeAnswers() {
      try {
        while (answered.length > 0) {
          const endings = answered
          answered = []
          await settle(database, endings)
        }
      } finally {
        writing = undefined
      }
    }

    function launch(claimed: ParsedEntry[], deliver: () => Promise<DeliveryAttempt>, isBatch = false) {
      if (isBatch) {
        batches += 1
        travelling += 1
      }
      for (const { entry } of claimed) inFlight.set(entry.key, entry)
      const flight = deliver()
        .finally(() => {
          if (isBatch) travelling -= 1
        })
        .then(async (delivery) => {
          if (delivery.unreachable) unreachableInARow += 1
          else if (!delivery.aborted) unreachableInARow = 0
          isAnswered = !delivery.unreachable && !delivery.aborted && !delivery.batchRefused
          // A probe that met silence ends the pass: what is behind it would meet the same.
          silent = delivery.unreachable && unreachableInARow >= BREAKER_THRESHOLD
          parked ||= delivery.parked
          singly ||= delivery.batchRefused
          // The next ones are on their way while this is written down.
          if (isBatch) hear()
          answered.push(...delivery.outcomes)
          writing ??= writeAnswers()
          await writing
        })
        .finally(() => {
          flights.delete(flight)
          if (isBatch) batches -= 1
          for (const { entry } of claimed) inFlight.delete(entry.key)
        })
      flights.add(flight)
    }

    /**
     * How many entries may go now; many only in one call, beside nothing but others of its like, and those only once the
     * server has answered: what is claimed is of lanes that nothing under way is of. As many calls' worth at once as may
     * travel.
     */
    function room(): number {
      if (parked || silent || signal.aborted) return 0
      if (unreachableInARow >= BREAKER_THRESHOLD) return 1 - Math.min(1, flights.size)
      if (batches > 0)
        return isAnswered && batch.canBatch() && !singly ? (MAX_BATCH_REQUESTS - travelling) * batch.size() : 0
      return flights.size === 0 && batch.canBatch() && !singly ? batch.size() : MAX_SINGLE_REQUESTS - flights.size
    }

    try {
      for (;;) {
        const most = room()
        if (most > 0) {
          const claim = await claimEntries(database, { most, by: drainerId, alone, inFlight }, kindOf)
          nextAt = claim.nextAt
          const { claimed } = claim
          const sending = { database, client, signal }
          if ((claimed.length > MAX_SINGLE_REQUESTS || (claimed.length > 0 && batches > 0)) && batch.canBatch()) {
            const size = batch.size()
            for (let at = 0; at < claimed.length; at += size) {
              const some = claimed.slice(at, at + size)
              launch(some, () => batch.deliver(some, sending), true)
            }
            // The next one, unless this took all there was.
            if (isAnswered && claimed.length === most) continue
          } else for (const one of claimed) launch([one], () => deliverEntry(one, sending))
        }
        if (flights.size === 0) break
        const heard = new Promise<void>((resolve) => {
          hear = resolve
        })
        await Promise.race([...flights, heard])
      }
    } finally {
      await Promise.allSettled(flights)
    }
    return { nextAt: silent ? clock.now() + backoff(unreachableInARow) : nextAt, parked }
  }

  return { drainOutbox, resetBreaker }
}
