import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import type { PictureRequest } from '#server/pictures/subjects.ts'
import { drawPicture } from './draw.ts'

/** Messages to and from the worker. */
export type DrawOrder = { order: number; request: PictureRequest }
export type DrawAnswer = { order: number; bytes: Uint8Array } | { order: number; failure: string }

/** Uses one core and leaves the others to the API. */
sharp.concurrency(1)
sharp.cache(false)

parentPort?.on('message', async ({ order, request }: DrawOrder) => {
  parentPort?.postMessage(await answer(order, request))
})

async function answer(order: number, request: PictureRequest): Promise<DrawAnswer> {
  try {
    return { order, bytes: await drawPicture(request) }
  } catch (failure) {
    return { order, failure: String(failure) }
  }
}
