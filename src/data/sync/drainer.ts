import { watchQuery } from '#data/database/liveQuery.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { setTimeoutAt } from '#data/platform/timers.ts'
import type { Drain, DrainResult } from './drain.ts'
import { clearBackoff } from './outbox.ts'

/** After a pass that could not be finished (storage trouble, a stolen lock) the next one comes by itself, in ms. */
const AGAIN = 5_000

export interface Drainer {
  /** Sends what is ready; resolves when nothing is. One pass at a time, calls in between share the next one. */
  drain: () => Promise<void>
  /** The network answers again: what waited for it goes at once. */
  wakeUp: () => Promise<void>
  /** The page is put to sleep: what is under way is cut off, and nothing new starts. */
  pause: () => void
  /** It is back: what it was sending before it has lost, and sends again under the same keys. */
  resume: () => Promise<void>
  /** Stops sending and listening: the page goes away. */
  stop: () => void
}

/**
 * Keeps the outbox empty while this page lives: the table is its own bell (a live query hears every commit, of other
 * tabs as well), and waits set their own timers. `onWaiting` is called whenever something new waits.
 */
export function startDrainer({ drainOutbox, resetBreaker }: Drain, { onWaiting }: { onWaiting: () => void }): Drainer {
  let current = new AbortController()
  let isStopped = false
  let isPaused = false
  let person: number | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pass() {
    let drained: DrainResult
    try {
      drained = await drainOutbox(current.signal)
    } catch (failure) {
      ignoring(...EXPECTED_ERRORS)(failure)
      drained = { nextAt: clock.now() + AGAIN, parked: false }
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

  const bell = watchQuery(lastChange, {
    next({ userId, newest }) {
      // Another person, or nobody, here or in another tab: nothing of the one before goes on.
      if (person !== undefined && person !== userId) cut()
      person = userId
      if (!newest) return
      onWaiting()
      if (newest.status === 'queued') void drain()
    },
    error: () => void drain(),
  })

  function cut() {
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
      cut()
    },
    async resume() {
      isPaused = false
      await wakeUp()
    },
    stop() {
      isStopped = true
      cut()
      clearTimeout(timer)
      bell()
    },
  }
}

/** Whose changes these are, and the last of them. */
async function lastChange() {
  const database = await personalDatabaseIfSignedIn()
  return { userId: database?.userId, newest: await database?.outbox.orderBy('seq').last() }
}
