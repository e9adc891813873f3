import { InvalidList } from './notAList.ts'
import type { FromReader, ReadRequest } from './readInWorker.ts'
import { readList } from './readList.ts'

/** Parses one file off the main thread. */
addEventListener('message', async ({ data: { file, now } }: MessageEvent<ReadRequest>) => {
  const tell = (message: FromReader) => postMessage(message)
  try {
    tell({ list: await readList(file, { now, onRead: (part) => tell({ part }) }) })
  } catch (failure) {
    tell(failure instanceof InvalidList ? { problem: failure.problem, line: failure.line } : { problem: 'unreadable' })
  }
})
