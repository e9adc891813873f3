import type { Stream } from '#contract/files.ts'
import { Trailer, Watch, watchApi } from '#contract/watch.ts'
import { apiBaseNow } from '#data/network/apiBase.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { type CallOptions, call } from '#data/network/call.ts'
import { emptyPartialFile, fetchFile } from '#data/network/fetchFile.ts'
import { isAbsoluteUrl } from '#data/platform/isAbsoluteUrl.ts'

/**
 * What plays under an address, for the caller (a user's id, or nobody). Links are for one person and for some hours: the
 * copy that stays on the device is without them, it knows what the film is called and which episode follows.
 */
export function watchInfo(imdb: string, id: number, caller: number | undefined): Read<Watch> {
  const whole = read({
    key: ['watch', imdb, id],
    shape: Watch,
    fetch: async (options) => (await call(watchApi.show, { params: { imdb, id } }, options)).data,
  })
  return {
    ...whole,
    key: [...whole.key, caller ?? 'guest'],
    async look() {
      const kept = await whole.look()
      // Without its link it is never fresh enough to do without the server.
      return kept && { ...kept, at: 0 }
    },
    store: (data) => whole.store({ ...data, stream: null, needs: null }),
  }
}

/** A new link to what plays already. Throws as `call`; nothing: there is none for this person any more. */
export async function refreshedStream(imdb: string, id: number, options: CallOptions = {}): Promise<Stream | null> {
  const { data } = await call(watchApi.show, { params: { imdb, id } }, { ...options, revalidate: true })
  return data.stream
}

export function trailer(imdb: string): Read<Trailer> {
  return read({
    key: ['watch', 'trailer', imdb],
    shape: Trailer,
    fetch: async (options) => (await call(watchApi.trailer, { params: { imdb } }, options)).data,
  })
}

/** The whole of an address that may stand on the API base. */
export function mediaAddress(address: string): string {
  return isAbsoluteUrl(address) ? address : `${apiBaseNow()}/${address.replace(/^\/+/, '')}`
}

/** The bytes of a small file of a film: subtitles, the table of thumbnails. Throws as `fetchFile`. */
export async function mediaBytes(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const { bytes } = await fetchFile(mediaAddress(address), { begun: emptyPartialFile(), signal })
  return bytes
}
