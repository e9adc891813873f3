import { log } from '#server/platform/log.ts'
import type { CacheUse } from '#server/platform/metrics.ts'
import { reportError } from '#server/platform/reportError.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Artist } from './artist.ts'
import { limitFolder } from './limitFolder.ts'
import { openOwnPictures, resizeOriginal } from './ownPictures.ts'
import { openPictureFiles } from './pictureFiles.ts'
import { pathOf, readPicture, writePicture } from './renderedFile.ts'
import { openRenderQueue, type RenderQueue, type Waiter } from './renderQueue.ts'
import { heightOf } from './sizes.ts'
import type { PictureRequest } from './subjects.ts'

/** A picture's bytes. `isOwn` when they come from a file named by key, which may be replaced under the same address. */
interface Picture {
  bytes: Uint8Array
  isOwn: boolean
}

export interface PictureStore {
  /**
   * The stored picture of a request that names one, otherwise the operator's file for its key, or a drawing. Undefined
   * without the file, or when there is neither a file nor an artist.
   */
  picture(request: PictureRequest, waiter: Waiter): Promise<Picture | undefined>
  /** How many stills a title has, numbered from 1. */
  stillsOf(title: { id: number; key: string; isComing: boolean }): number
  /** Renders pictures in the background, one at a time. A failure is logged; `picture` tries again. */
  renderAhead(requests: readonly PictureRequest[]): void
  /** How often a requested picture was rendered already, since the start. */
  use(): CacheUse
  /** Resolves when the background rendering is done. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Rendered pictures are cached here. */
  folder: string
  /** The operator's files that are named by key (`ownPictures.ts`). */
  ownFolder?: string
  /** The operator's stored pictures (`pictureFiles.ts`). */
  storage?: Storage
  /** Draws pictures without a file; without an artist these do not exist. */
  artist?: Artist | undefined
  /** limit of `folder`, in bytes */
  maxBytes?: number
}

/** The file of a stored picture does not exist. */
class MissingPicture extends Error {}

/** How many pictures are held in memory while the disk accepts none. */
const MAX_IN_MEMORY = 200
/** Limit of all rendered pictures on disk, in bytes; those not requested for longest are deleted. */
const FOLDER_MAX = 4 * 1024 ** 3

/**
 * Renders pictures and caches them in `folder`. A truncated file is rendered again, and with a full disk pictures are
 * served from memory.
 */
export function openPictureStore({ folder, ownFolder, storage, artist, maxBytes = FOLDER_MAX }: Options): PictureStore {
  const own = ownFolder === undefined ? undefined : openOwnPictures(ownFolder)
  const stored = storage && openPictureFiles(storage)
  // The artist draws one picture at a time. Resizing uses the threads of libvips, which are few.
  const drawings = openRenderQueue(1)
  const resizings = openRenderQueue(2)
  const limit = limitFolder(folder, maxBytes)
  const inMemory = new Map<string, Uint8Array>()
  const ahead: PictureRequest[] = []
  let renderingAhead: Promise<void> | undefined
  let isClosed = false
  let hasWarned = false
  let hits = 0
  let misses = 0

  async function find(request: PictureRequest, waiter?: Waiter): Promise<Picture | undefined> {
    if (request.stored !== undefined) return findStored(request, request.stored, waiter)
    const original = await own?.find(request)
    if (original) {
      const path = pathOf(folder, request, original.revision)
      const bytes = await render(resizings, { path, request, waiter }, () => resizeOriginal(original.path, request))
      return { bytes, isOwn: true }
    }
    if (!artist) {
      warnOnce(request)
      return undefined
    }
    const bytes = await render(drawings, { path: pathOf(folder, request), request, waiter }, () => artist.draw(request))
    return { bytes, isOwn: false }
  }

  async function findStored(request: PictureRequest, hash: string, waiter?: Waiter): Promise<Picture | undefined> {
    const path = pathOf(folder, request, hash)
    try {
      const bytes = await render(resizings, { path, request, waiter }, async () => {
        const master = await stored?.read(hash)
        if (!master) throw new MissingPicture()
        return resizeOriginal(master, request)
      })
      return { bytes, isOwn: false }
    } catch (error) {
      if (!(error instanceof MissingPicture)) throw error
      // Replaced and swept a moment ago, or the program wrote to another folder or bucket.
      warnOnce(request)
      return undefined
    }
  }

  async function render(
    queue: RenderQueue,
    { path, request, waiter }: { path: string; request: PictureRequest; waiter: Waiter | undefined },
    draw: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { picture, width, format } = request
    const find = async () => inMemory.get(path) ?? (await readPicture(path, format))
    const run = async () => {
      // An earlier rendering may have ended after this one was asked for.
      const done = await find()
      if (done) return done
      const rendered = await draw()
      if (await writePicture(path, rendered)) limit.add(rendered.length)
      else remember(path, rendered)
      return rendered
    }
    const known = await find()
    if (waiter && known) hits++
    else if (waiter) misses++
    return known ?? queue.render(path, { size: width * heightOf(picture, width), run }, waiter)
  }

  function remember(path: string, bytes: Uint8Array) {
    const [oldest] = inMemory.keys()
    if (oldest !== undefined && inMemory.size >= MAX_IN_MEMORY) inMemory.delete(oldest)
    inMemory.set(path, bytes)
  }

  function warnOnce({ picture, subject }: PictureRequest) {
    if (hasWarned) return
    hasWarned = true
    log.warn(
      `There is no ${picture} of ${subject.key} among the operator's pictures, and without demo/ none is drawn. Further missing pictures are not logged.`,
    )
  }

  /** One at a time: a long list must not become as many promises. */
  async function renderNext() {
    for (let request = ahead.shift(); request && !isClosed; request = ahead.shift()) {
      try {
        await find(request)
      } catch (error) {
        if (!isClosed) reportError(`The ${request.picture} of ${request.subject.key} was not rendered ahead`, error)
      }
    }
    renderingAhead = undefined
  }

  return {
    picture: find,
    stillsOf: (title) => own?.stillsOf(title.key) || (artist?.stillsOf(title) ?? 0),
    renderAhead(requests) {
      for (const request of requests) ahead.push(request)
      renderingAhead ??= renderNext()
    },
    use: () => ({ hits, misses }),
    settled: () => renderingAhead ?? Promise.resolve(),
    async close() {
      isClosed = true
      ahead.length = 0
      drawings.close()
      resizings.close()
      await artist?.close()
    },
  }
}
