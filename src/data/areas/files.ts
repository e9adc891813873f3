import * as v from 'valibot'
import { File, filesApi } from '#contract/files.ts'
import { STALE_TIME } from '#contract/limits.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'

/**
 * The files of a title, as the caller (a user's id, or nobody) may have them. What this device remembers of them is the
 * same for everyone: links are signed for one person and for some hours, and so are kept nowhere.
 */
export function titleFiles(id: number, caller: number | undefined): Read<File[]> {
  const kept = read({
    ...filesName(id),
    shape: v.array(File),
    fetch: async (options) => (await call(filesApi.list, { params: { id } }, options)).data,
  })
  return {
    ...kept,
    key: [...kept.key, caller ?? 'guest'],
    async look() {
      const found = await kept.look()
      // Without links it is never fresh: the server is asked however lately that was.
      return found && { ...found, at: Math.min(found.at, clock.now() - STALE_TIME - 1) }
    },
    store: (files) => kept.store(files.map(withoutLinks)),
  }
}

/** What the files of a title are called on this device, whoever asked for them. */
export function filesName(id: number): Pick<Read<File[]>, 'key'> {
  return { key: ['titles', 'files', id] }
}

function withoutLinks(file: File): File {
  return { ...file, stream: null, download: null, subtitles: [], locked: false, needs: null, expiresAt: null }
}
