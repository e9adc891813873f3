import { Worker } from 'node:worker_threads'
import type { Artist } from '#server/pictures/artist.ts'
import type { PictureRequest } from '#server/pictures/subjects.ts'
import type { DrawAnswer, DrawOrder } from './drawingWorker.ts'
import { WORKER_ADDRESS, WORKER_ARGUMENTS } from './workerAddress.ts'

/** A drawing that crashes the worker this often fails, so that it does not block the others. */
const MOST_TRIES = 2

/**
 * One worker that draws one picture at a time, with a queue for requested and one for background pictures. Starts with
 * the first drawing.
 */
export function openDrawingQueue(newWorker: () => Worker = drawingWorker): Pick<Artist, 'draw' | 'close'> {
  const wanted: Job[] = []
  const ahead: Job[] = []
  let worker: Worker | undefined
  let current: Job | undefined
  let orders = 0
  let closed = false

  function next() {
    if (current || closed) return
    current = wanted.shift() ?? ahead.shift()
    if (!current) {
      worker?.unref()
      return
    }
    current.tries++
    current.order = ++orders
    worker ??= start()
    worker.ref()
    worker.postMessage({ order: current.order, request: current.request } satisfies DrawOrder)
  }

  function start(): Worker {
    const started = newWorker()
    started.on('message', (answer: DrawAnswer) => settle(answer))
    started.on('error', (failure) => lose(started, failure))
    started.on('exit', () => lose(started, new Error('The drawing worker stopped')))
    return started
  }

  function settle(answer: DrawAnswer) {
    if (answer.order !== current?.order) return
    const job = current
    current = undefined
    if ('bytes' in answer) job.resolve(answer.bytes)
    else job.reject(new Error(answer.failure))
    next()
  }

  /** The worker has crashed: its drawing is repeated in a new one. */
  function lose(lost: Worker, failure: unknown) {
    if (worker !== lost) return
    worker = undefined
    const job = current
    current = undefined
    if (job && (closed || job.tries >= MOST_TRIES)) job.reject(failure)
    else if (job) wanted.unshift(job)
    next()
  }

  return {
    draw(request, soon) {
      const job = newJob(request)
      if (soon) wanted.push(job)
      else ahead.push(job)
      next()
      return {
        bytes: job.bytes,
        hurry() {
          const at = ahead.indexOf(job)
          if (at >= 0) wanted.push(...ahead.splice(at, 1))
        },
      }
    },
    async close() {
      closed = true
      for (const job of [...wanted.splice(0), ...ahead.splice(0)]) job.reject(new Error('The studio is closed'))
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
