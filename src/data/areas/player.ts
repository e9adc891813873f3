import type { Stream } from '#contract/files.ts'
import { Trailer, Watch, watchApi } from '#contract/watch.ts'
import { apiAddress } from '#data/network/apiBase.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { type CallOptions, call } from '#data/network/call.ts'
import { emptyPartialFile, fetchFile } from '#data/network/fetchFile.ts'
import { dataOr } from '#data/network/optionalCall.ts'

/**
 * The video at a `watch/{imdb}/{id}` address, for the caller (a user id; undefined for guests). Links are signed for
 * one user and expire within hours, so the cached copy has none: it only names the film and the next episode.
 * `dub`: the requested version (`watchApi.show`).
 */
export function watchInfo(imdb: string, id: number, caller: number | undefined, dub?: 0 | 1): Read<Watch> {
  const cachedInfo = read({
    key: ['watch', imdb, id, ...(dub === undefined ? [] : [dub])],
    shape: Watch,
    fetch: (options) => askWatch(imdb, id, dub, options),
  })
  return {
    ...cachedInfo,
    key: [...cachedInfo.key, caller ?? 'guest'],
    async look() {
      const cached = await cachedInfo.look()
      // A copy without a link is never fresh, so that the server is always asked.
      return cached && { ...cached, at: 0 }
    },
    store: (data) => cachedInfo.store({ ...data, stream: null, needs: null }),
  }
}

function askWatch(imdb: string, id: number, dub: 0 | 1 | undefined, options: CallOptions): Promise<Watch> {
  return dataOr(call(watchApi.show, { params: { imdb, id }, query: { dub } }, options), async () =>
    (await import('./lowestLevel.ts')).watchFromTitle(imdb, id, dub, options),
  )
}

/** Returns a new link for the playing stream, or null if the user may no longer watch it. Throws what `call` throws. */
export async function refreshedStream(imdb: string, id: number, options: CallOptions = {}): Promise<Stream | null> {
  return (await askWatch(imdb, id, undefined, { ...options, revalidate: true })).stream
}

export function trailer(imdb: string): Read<Trailer> {
  return read({
    key: ['watch', 'trailer', imdb],
    shape: Trailer,
    fetch: (options) =>
      dataOr(call(watchApi.trailer, { params: { imdb } }, options), async () =>
        (await import('./lowestLevel.ts')).trailerFromTitle(imdb, options),
      ),
  })
}

/** Fetches a small file of a film (subtitles, thumbnail list). Throws what `fetchFile` throws. */
export async function mediaBytes(
  address: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const { bytes } = await fetchFile(apiAddress(address), { partial: emptyPartialFile(), maxBytes, signal })
  return bytes
}
