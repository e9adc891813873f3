import { liveQuery } from '#data/database/liveQuery.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { setTimeoutAt } from '#data/platform/timers.ts'
import type { Drain, DrainResult } from './drain.ts'
import { clearBackoff } from './outbox.ts'

/** Delay before the next pass after one that failed (storage problem, stolen lock), in ms. */
const RETRY_DELAY = 5_000

export interface Drainer {
  /**
   * Sends ready entries; resolves when none is ready. Passes do not overlap: calls during a pass share the next one.
   */
  drain: () => Promise<void>
  /** The network is back: retries entries that the server did not answer. */
  wakeUp: () => Promise<void>
  /** Aborts the requests of a page that is about to be frozen. Starts no new ones until `resume`. */
  pause: () => void
  /** The page is active again: sends what it lost, under the same keys. */
  resume: () => Promise<void>
  /** Stops sending and unsubscribes. */
  stop: () => void
}

/**
 * Drains the outbox while the page lives. A live query on the table starts a drain after a commit in any tab; waits set
 * timers. Calls `onWaiting` for every new pending entry.
 */
export function startDrainer({ drainOutbox, resetBreaker }: Drain, { onWaiting }: { onWaiting: () => void }): Drainer {
  let current = new AbortController()
  let isStopped = false
  let isPaused = false
  let currentUserId: number | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pass() {
    let drained: DrainResult
    try {
      drained = await drainOutbox(current.signal)
    } catch (failure) {
      ignoring(...EXPECTED_ERRORS)(failure)
      drained = { nextAt: clock.now() + RETRY_DELAY, parked: false }
    }
    clearTimeout(timer)
    if (isStopped || isPaused) return
    if (drained.nextAt !== undefined) timer = setTimeoutAt(drained.nextAt, () => void drain())
  }

  function drain(): Promise<void> {
    if (isStopped || isPaused) return Promise.resolve()
    if (!running) {
      running = pass().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running.then(() => {
      next = undefined
      return drain()
    })
    return next
  }

  const subscription = liveQuery(lastChange).subscribe(
    ({ userId, newest }) => {
      // The user changed, in this or another tab: abort requests of the previous user.
      if (currentUserId !== undefined && currentUserId !== userId) abortRequests()
      currentUserId = userId
      if (!newest) return
      onWaiting()
      // Another tab may have claimed the entry before this one saw it: wait for the lock, in case that tab dies.
      if (newest.status === 'queued' || (newest.status === 'sending' && !running)) void drain()
    },
    // `liveQuery` has reported the error.
    () => void drain(),
  )

  function abortRequests() {
    current.abort()
    current = new AbortController()
  }

  async function wakeUp() {
    resetBreaker()
    const database = await personalDatabaseIfSignedIn()
    if (database) await clearBackoff(database)
    await drain()
  }

  return {
    drain,
    wakeUp,
    pause() {
      isPaused = true
      clearTimeout(timer)
      abortRequests()
    },
    async resume() {
      isPaused = false
      await wakeUp()
    },
    stop() {
      isStopped = true
      abortRequests()
      clearTimeout(timer)
      subscription.unsubscribe()
    },
  }
}

/** Returns the user and the newest outbox entry. */
async function lastChange() {
  const database = await personalDatabaseIfSignedIn()
  return { userId: database?.userId, newest: await database?.outbox.orderBy('seq').last() }
}
