import { Worker } from 'node:worker_threads'
import type { Artist } from '#server/pictures/artist.ts'
import type { PictureRequest } from '#server/pictures/subjects.ts'
import { ignoring } from '#server/platform/reportError.ts'
import type { DrawAnswer, DrawOrder } from './drawingWorker.ts'
import { WORKER_ADDRESS, WORKER_ARGUMENTS } from './workerAddress.ts'

/** A drawing that crashes the worker this often fails, so that it does not block the others. */
const MAX_TRIES = 2
/** A drawing takes about half a second; after this, in ms, its worker is considered stuck and replaced. */
const DRAW_TIMEOUT = 60_000

interface Options {
  newWorker?: () => Worker
  timeout?: number
}

/** One worker that draws one picture at a time. Starts with the first drawing. */
export function openDrawingQueue({
  newWorker = drawingWorker,
  timeout = DRAW_TIMEOUT,
}: Options = {}): Pick<Artist, 'draw' | 'close'> {
  const waiting: Job[] = []
  let worker: Worker | undefined
  let current: Job | undefined
  let stuck: NodeJS.Timeout | undefined
  let orders = 0
  let closed = false

  function next() {
    if (current || closed) return
    current = waiting.shift()
    if (!current) {
      worker?.unref()
      return
    }
    current.tries++
    current.order = ++orders
    try {
      worker ??= start()
    } catch (failure) {
      // Without memory or threads no worker starts.
      end(current).reject(failure)
      return next()
    }
    worker.ref()
    const drawing = worker
    stuck = setTimeout(() => lose(drawing, new Error('The drawing took too long')), timeout)
    worker.postMessage({ order: current.order, request: current.request } satisfies DrawOrder)
  }

  function start(): Worker {
    const started = newWorker()
    started.on('message', (answer: DrawAnswer) => settle(answer))
    started.on('error', (failure) => lose(started, failure))
    started.on('messageerror', (failure) => lose(started, failure))
    started.on('exit', () => lose(started, new Error('The drawing worker stopped')))
    return started
  }

  function settle(answer: DrawAnswer) {
    if (answer.order !== current?.order) return
    const job = end(current)
    if ('bytes' in answer) job.resolve(answer.bytes)
    else job.reject(new Error(answer.failure))
    next()
  }

  function end(job: Job): Job {
    clearTimeout(stuck)
    current = undefined
    return job
  }

  /** The worker has crashed or is stuck: its drawing is repeated in a new one. */
  function lose(lost: Worker, failure: unknown) {
    if (worker !== lost) return
    worker = undefined
    lost.terminate().catch(ignoring('ending a drawing worker'))
    const job = current && end(current)
    if (job && (closed || job.tries >= MAX_TRIES)) job.reject(failure)
    else if (job) waiting.unshift(job)
    next()
  }

  return {
    draw(request) {
      const job = newJob(request)
      waiting.push(job)
      next()
      return job.bytes
    },
    async close() {
      closed = true
      clearTimeout(stuck)
      for (const job of waiting.splice(0)) job.reject(new Error('The studio is closed'))
      await worker?.terminate()
    },
  }
}

function drawingWorker(): Worker {
  return new Worker(WORKER_ADDRESS, { execArgv: [...WORKER_ARGUMENTS] })
}

type Job = {
  request: PictureRequest
  bytes: Promise<Uint8Array>
  resolve(bytes: Uint8Array): void
  reject(failure: unknown): void
  tries: number
  order: number
}

function newJob(request: PictureRequest): Job {
  let resolve: Job['resolve'] = () => {}
  let reject: Job['reject'] = () => {}
  const bytes = new Promise<Uint8Array>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  return { request, bytes, resolve, reject, tries: 0, order: 0 }
}
