import { reportError } from '#server/platform/reportError.ts'
import type { Artist, Drawing } from './artist.ts'
import { openOwnPictures, resizeOriginal } from './ownPictures.ts'
import { pathOf, readPicture, writePicture } from './renderedFile.ts'
import type { PictureRequest } from './subjects.ts'

/** A picture's bytes. `isOwn` when they come from the operator's file, which may be replaced under the same address. */
interface Picture {
  bytes: Uint8Array
  isOwn: boolean
}

export interface PictureStore {
  /** The operator's picture, or a drawn one; undefined when there is neither a file nor an artist. */
  picture(request: PictureRequest): Promise<Picture | undefined>
  /** How many stills a title has, numbered from 1. */
  stillsOf(title: { id: number; key: string; isComing: boolean }): number
  /** Renders pictures in the background, one at a time. A failure is logged; `picture` tries again. */
  renderAhead(requests: readonly PictureRequest[]): void
  /** Resolves when the background rendering is done. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Rendered pictures are cached here. */
  folder: string
  /** The operator's picture files (`ownPictures.ts`). */
  ownFolder?: string
  /** Draws pictures without a file; without an artist these do not exist. */
  artist?: Artist | undefined
}

/** How many pictures are held in memory while the disk accepts none. */
const MAX_IN_MEMORY = 200

/**
 * Renders pictures and caches them in `folder`. Concurrent requests for one file share one rendering, a truncated file is
 * rendered again, and with a full disk pictures are served from memory.
 */
export function openPictureStore({ folder, ownFolder, artist }: Options): PictureStore {
  const own = ownFolder === undefined ? undefined : openOwnPictures(ownFolder)
  const rendering = new Map<string, { bytes: Promise<Uint8Array>; hurry(): void }>()
  const inMemory = new Map<string, Uint8Array>()
  const ahead: PictureRequest[] = []
  let renderingAhead: Promise<void> | undefined
  let isClosed = false
  let hasWarned = false

  async function find(request: PictureRequest, soon: boolean): Promise<Picture | undefined> {
    const original = await own?.find(request)
    if (original) {
      const path = pathOf(folder, request, original.revision)
      const bytes = await render(path, request, soon, () => ({
        bytes: resizeOriginal(original.path, request),
        hurry: () => {},
      }))
      return { bytes, isOwn: true }
    }
    if (!artist) {
      warnOnce(request)
      return undefined
    }
    const bytes = await render(pathOf(folder, request), request, soon, (isUrgent) => artist.draw(request, isUrgent))
    return { bytes, isOwn: false }
  }

  function render(
    path: string,
    request: PictureRequest,
    soon: boolean,
    begin: (isUrgent: boolean) => Drawing,
  ): Promise<Uint8Array> {
    const current = rendering.get(path)
    if (current) {
      if (soon) current.hurry()
      return current.bytes
    }
    let drawing: Drawing | undefined
    let isUrgent = soon
    const bytes = readOrRender().finally(() => rendering.delete(path))
    rendering.set(path, {
      bytes,
      hurry() {
        isUrgent = true
        drawing?.hurry()
      },
    })
    return bytes

    async function readOrRender(): Promise<Uint8Array> {
      const cached = inMemory.get(path) ?? (await readPicture(path, request.format))
      if (cached) return cached
      drawing = begin(isUrgent)
      const rendered = await drawing.bytes
      if (!(await writePicture(path, rendered))) remember(path, rendered)
      return rendered
    }
  }

  function remember(path: string, bytes: Uint8Array) {
    const [oldest] = inMemory.keys()
    if (oldest !== undefined && inMemory.size >= MAX_IN_MEMORY) inMemory.delete(oldest)
    inMemory.set(path, bytes)
  }

  function warnOnce({ picture, subject }: PictureRequest) {
    if (hasWarned) return
    hasWarned = true
    console.warn(
      `There is no ${picture} of ${subject.key} in ${ownFolder ?? 'any folder'}, and without demo/ none is drawn. Further missing pictures are not logged.`,
    )
  }

  /** One at a time: a long list must not become as many promises. */
  async function renderNext() {
    for (let request = ahead.shift(); request && !isClosed; request = ahead.shift()) {
      try {
        await find(request, false)
      } catch (error) {
        if (!isClosed) reportError(`The ${request.picture} of ${request.subject.key} was not rendered ahead:`, error)
      }
    }
    renderingAhead = undefined
  }

  return {
    picture: (request) => find(request, true),
    stillsOf: (title) => own?.stillsOf(title.key) || (artist?.stillsOf(title) ?? 0),
    renderAhead(requests) {
      for (const request of requests) ahead.push(request)
      renderingAhead ??= renderNext()
    },
    settled: () => renderingAhead ?? Promise.resolve(),
    async close() {
      isClosed = true
      ahead.length = 0
      await artist?.close()
    },
  }
}
