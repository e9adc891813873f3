import * as v from 'valibot'
import { Screenshot, screenshotsApi } from '#contract/screenshots.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'

/** Screenshots of a title, in order. */
export function titleScreenshots(id: number): Read<Screenshot[]> {
  return read({
    key: ['titles', 'screenshots', id],
    shape: v.array(Screenshot),
    fetch: async (options) => (await call(screenshotsApi.list, { params: { id } }, options)).data,
  })
}
