import { NoList } from './notAList.ts'
import type { FromReader, ToReader } from './readInWorker.ts'
import { readList } from './readList.ts'

/** Parses one file off the main thread. */
addEventListener('message', async ({ data: { file, now } }: MessageEvent<ToReader>) => {
  const tell = (message: FromReader) => postMessage(message)
  try {
    tell({ list: await readList(file, { now, onRead: (part) => tell({ part }) }) })
  } catch (failure) {
    tell(failure instanceof NoList ? { problem: failure.problem, line: failure.line } : { problem: 'unreadable' })
  }
})
