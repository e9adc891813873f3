import * as v from 'valibot'
import { File, filesApi } from '#contract/files.ts'
import { STALE_TIME } from '#contract/limits.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { dataOr } from '#data/network/optionalCall.ts'
import { clock } from '#data/platform/clock.ts'

/**
 * The files of a title as the caller (a user id; undefined for guests) may use them. The cached copy is the same for
 * all users and has no links: links are signed for one user and expire within hours.
 */
export function titleFiles(id: number, caller: number | undefined): Read<File[]> {
  const cachedFiles = read({
    ...filesKey(id),
    shape: v.array(File),
    fetch: (options) =>
      dataOr(call(filesApi.list, { params: { id } }, options), async () =>
        (await import('./lowestLevel.ts')).filesInTitle(id, options),
      ),
  })
  return {
    ...cachedFiles,
    key: [...cachedFiles.key, caller ?? 'guest'],
    async look() {
      const cached = await cachedFiles.look()
      // A copy without links is never fresh, so that the server is always asked.
      return cached && { ...cached, at: Math.min(cached.at, clock.now() - STALE_TIME - 1) }
    },
    store: (files) => cachedFiles.store(files.map(withoutLinks)),
  }
}

/** Cache key of the files of a title, shared by all callers. */
export function filesKey(id: number): Pick<Read<File[]>, 'key'> {
  return { key: ['titles', 'files', id] }
}

function withoutLinks(file: File): File {
  return { ...file, stream: null, download: null, subtitles: [], locked: false, needs: null, expiresAt: null }
}
