import { trustedScriptUrl } from '#data/platform/trustedScriptUrl.ts'
import { InvalidList, type ListProblem, type ReadList } from './notAList.ts'
import workerPath from './readList.worker.ts?worker&url'

export interface ReadRequest {
  file: File
  now: number
}
export type FromReader = { part: number } | { list: ReadList } | { problem: ListProblem; line?: number | undefined }

/** Runs `readList` in a web worker. Rejects too when the worker's script fails to load. */
export async function readInWorker(
  file: File,
  { now, onRead, signal }: { now: number; onRead: (part: number) => void; signal: AbortSignal },
): Promise<ReadList> {
  // jsdom has no workers, so tests call the parser directly.
  if (!import.meta.env.PROD && typeof Worker === 'undefined')
    return (await import('./readList.ts')).readList(file, { now, onRead })
  const worker = new Worker(trustedScriptUrl(workerPath), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', () => reject(new Error('the reader did not start')))
      worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
        if ('part' in data) onRead(data.part)
        else if ('list' in data) resolve(data.list)
        else reject(new InvalidList(data.problem, data.line))
      })
      worker.postMessage({ file, now } satisfies ReadRequest)
    })
  } finally {
    worker.terminate()
  }
}
