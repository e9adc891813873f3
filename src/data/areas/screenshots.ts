import * as v from 'valibot'
import { Screenshot, screenshotsApi } from '#contract/screenshots.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { dataOr } from '#data/network/optionalCall.ts'

/** Screenshots of a title, in order. None of an unknown title, and on a server without the call. */
export function titleScreenshots(id: number): Read<Screenshot[]> {
  return read({
    key: ['titles', 'screenshots', id],
    shape: v.array(Screenshot),
    fetch: (options) => dataOr(call(screenshotsApi.list, { params: { id } }, options), () => []),
  })
}
