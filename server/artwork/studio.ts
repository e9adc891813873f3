import { type Drawing, openDrawingQueue } from './drawingQueue.ts'
import { keepPicture, pathOf, readPicture } from './pictureFile.ts'
import type { PictureRequest } from './pictureSubject.ts'

/** A picture's bytes and its file; `path` is null when the file could not be kept and the bytes are all there is. */
type Picture = { path: string | null; bytes: Uint8Array }

export type Studio = {
  /** The picture from its file, or drawn now, before all that is only drawn ahead. */
  picture(request: PictureRequest): Promise<Picture>
  /** Draws these when nobody waits; what is there already costs one look at the disc. Failures are left for `picture`. */
  drawAhead(requests: readonly PictureRequest[]): void
  /** Resolves when nothing is left of what was to be drawn ahead. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** How many pictures are kept in memory while the disc takes none. */
const MOST_IN_MEMORY = 200

/**
 * Draws pictures in a worker thread and keeps them in `folder`. One file is drawn once however many ask at a time. A
 * partial file is drawn anew, a full disc is answered from memory, and a worker that falls over is started again.
 */
export function openStudio({ folder }: { folder: string }): Studio {
  const queue = openDrawingQueue()
  const underWay = new Map<string, { picture: Promise<Picture>; hurry(): void }>()
  const inMemory = new Map<string, Uint8Array>()
  const waiting: PictureRequest[] = []
  let drawingAhead: Promise<void> | undefined
  let closed = false

  function ask(request: PictureRequest, soon: boolean): Promise<Picture> {
    const path = pathOf(folder, request)
    const known = underWay.get(path)
    if (known) {
      if (soon) known.hurry()
      return known.picture
    }
    let drawing: Drawing | undefined
    let hurried = soon
    const picture = findOrDraw().finally(() => underWay.delete(path))
    underWay.set(path, {
      picture,
      hurry() {
        hurried = true
        drawing?.hurry()
      },
    })
    return picture

    async function findOrDraw(): Promise<Picture> {
      const remembered = inMemory.get(path)
      if (remembered) return { path: null, bytes: remembered }
      const kept = await readPicture(path, request.format)
      if (kept) return { path, bytes: kept }
      drawing = queue.draw(request, hurried)
      const bytes = await drawing.bytes
      if (await keepPicture(path, bytes)) return { path, bytes }
      remember(path, bytes)
      return { path: null, bytes }
    }
  }

  function remember(path: string, bytes: Uint8Array) {
    const [oldest] = inMemory.keys()
    if (oldest !== undefined && inMemory.size >= MOST_IN_MEMORY) inMemory.delete(oldest)
    inMemory.set(path, bytes)
  }

  /** One at a time: a hundred thousand requests are a list, not a hundred thousand promises. */
  async function drawWaiting() {
    for (let request = waiting.shift(); request && !closed; request = waiting.shift())
      await ask(request, false).catch(() => {})
    drawingAhead = undefined
  }

  return {
    picture: (request) => ask(request, true),
    drawAhead(requests) {
      for (const request of requests) waiting.push(request)
      drawingAhead ??= drawWaiting()
    },
    settled: () => drawingAhead ?? Promise.resolve(),
    async close() {
      closed = true
      waiting.length = 0
      await queue.close()
    },
  }
}
