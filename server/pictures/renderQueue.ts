import { onRejection } from '#server/platform/onRejection.ts'
import { Refusal } from '#server/platform/refuse.ts'

/** A client that waits for a picture. */
export interface Waiter {
  /** the client's address; addresses take turns */
  client: string
  /** aborted when the client disconnects */
  signal: AbortSignal
}

interface Rendering {
  /** smaller renderings of a client come first */
  size: number
  run(): Promise<Uint8Array>
}

export interface RenderQueue {
  /**
   * Runs a rendering, and shares it with all who want the same `key` meanwhile. Without a waiter it runs when no client
   * waits for another. It is dropped when all its waiters have left before it began. Refused with 503 when the queue is
   * full.
   */
  render(key: string, rendering: Rendering, waiter?: Waiter): Promise<Uint8Array>
  /** Rejects everything that has not begun. */
  close(): void
}

interface Job extends Rendering {
  key: string
  /** undefined for a rendering that no client waits for */
  waiters: Set<Waiter | undefined>
  bytes: Promise<Uint8Array>
  resolve(bytes: Uint8Array | Promise<Uint8Array>): void
  reject(reason: unknown): void
}

/** Pictures that wait at most: at half a second each, the last one comes after four minutes. */
const JOBS_MAX = 500
/** Pictures that one address may wait for: more than a page shows. */
const JOBS_OF_CLIENT_MAX = 120
/** When a refused client should ask again, in seconds. */
const RETRY_AFTER = 10
/** Addresses whose turns are remembered. */
const TURNS_MAX = 1000

/** Opens a queue that runs `concurrency` renderings at a time. */
export function openRenderQueue(concurrency: number): RenderQueue {
  const jobs = new Map<string, Job>()
  const waiting: Job[] = []
  /** The number of each address's last turn. */
  const turns = new Map<string, number>()
  let turn = 0
  let running = 0

  function next() {
    while (running < concurrency) {
      const job = takeNext()
      if (!job) return
      running++
      const done = job.run().finally(() => {
        running--
        jobs.delete(job.key)
        next()
      })
      job.resolve(done)
    }
  }

  /** The smallest picture of the address that has waited longest for its turn. */
  function takeNext(): Job | undefined {
    let client: string | undefined
    for (const one of waiting.flatMap(clientsOf)) {
      if (client === undefined || turnOf(one) < turnOf(client)) client = one
    }
    let best: Job | undefined
    for (const job of waiting) {
      if (client !== undefined && !isFor(job, client)) continue
      if (!best || (client !== undefined && job.size < best.size)) best = job
    }
    if (!best) return undefined
    waiting.splice(waiting.indexOf(best), 1)
    if (client !== undefined) {
      if (turns.size >= TURNS_MAX) turns.clear()
      turns.set(client, ++turn)
    }
    return best
  }

  function turnOf(client: string): number {
    return turns.get(client) ?? 0
  }

  function add(key: string, rendering: Rendering, waiter: Waiter | undefined): Job {
    if (waiter) requireRoom(waiter.client)
    const job = newJob(key, rendering)
    jobs.set(key, job)
    waiting.push(job)
    return job
  }

  /** A full queue drops a picture of the address that waits for most, unless that is the one that asks. */
  function requireRoom(client: string) {
    const own = countOf(client)
    if (own >= JOBS_OF_CLIENT_MAX) throw full()
    if (waiting.length < JOBS_MAX) return
    const counts = new Map<string, number>()
    for (const one of waiting.flatMap(clientsOf)) counts.set(one, (counts.get(one) ?? 0) + 1)
    const [busiest = client, most = 0] = [...counts].reduce(
      (one, other) => (other[1] > one[1] ? other : one),
      [client, own],
    )
    if (most <= own + 1) throw full()
    const largest = waiting
      .filter((job) => clientsOf(job).every((one) => one === busiest))
      .reduce<Job | undefined>((one, other) => (one && one.size >= other.size ? one : other), undefined)
    if (!largest) throw full()
    drop(largest)
  }

  function countOf(client: string): number {
    return waiting.filter((job) => isFor(job, client)).length
  }

  function drop(job: Job) {
    const at = waiting.indexOf(job)
    if (at < 0) return
    waiting.splice(at, 1)
    jobs.delete(job.key)
    job.reject(full())
  }

  /** The job's bytes; refused as soon as the waiter leaves. */
  function waitFor(job: Job, waiter: Waiter): Promise<Uint8Array> {
    const { signal } = waiter
    return new Promise((resolve, reject) => {
      const leave = () => {
        job.waiters.delete(waiter)
        if (job.waiters.size === 0) drop(job)
        reject(full())
      }
      signal.addEventListener('abort', leave, { once: true })
      job.bytes.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  return {
    async render(key, rendering, waiter) {
      if (waiter?.signal.aborted) throw full()
      const job = jobs.get(key) ?? add(key, rendering, waiter)
      job.waiters.add(waiter)
      next()
      return waiter ? waitFor(job, waiter) : job.bytes
    },
    close() {
      for (const job of waiting.splice(0)) job.reject(new Error('The pictures are closed'))
      jobs.clear()
    },
  }
}

function newJob(key: string, { size, run }: Rendering): Job {
  let resolve: Job['resolve'] = () => {}
  let reject: Job['reject'] = () => {}
  const bytes = new Promise<Uint8Array>((fulfil, fail) => {
    resolve = fulfil
    reject = fail
  })
  // A dropped rendering has no waiter left that would handle its rejection.
  onRejection(bytes, () => undefined)
  return { key, size, run, waiters: new Set(), bytes, resolve, reject }
}

function clientsOf({ waiters }: Job): string[] {
  return [...new Set([...waiters].flatMap((waiter) => waiter?.client ?? []))]
}

function isFor(job: Job, client: string): boolean {
  for (const waiter of job.waiters) if (waiter?.client === client) return true
  return false
}

function full(): Refusal {
  return new Refusal('unavailable', { retryAfter: RETRY_AFTER })
}
