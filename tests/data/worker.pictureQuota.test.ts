import { afterEach, expect, test, vi } from 'vitest'
import { CacheExpiration } from 'workbox-expiration'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { fakeCaches } from '#tests/harness/browser/fakeCaches.ts'
import { createPictureQuota } from '../../sw/pictureQuota.ts'

const caches = fakeCaches()
afterEach(() => {
  caches.restore()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pathOf = (index: number) => `/media/posters/tt${index}-1-342.avif`
/** The storage estimate of the browser, in MB. */
const stubEstimate = (usage: number, quota: number) =>
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: usage * 1e6, quota: quota * 1e6 }), persisted: async () => false },
  })
const pictureQuota = createPictureQuota()
const picture = new Response('picture')
async function isCached(): Promise<boolean> {
  const [request, event] = [new Request(`${location.origin}${pathOf(0)}`), new Event('fetch') as never]
  return (await pictureQuota.cacheWillUpdate({ request, event, response: picture })) === picture
}

test('stops caching pictures and keeps only the newest when space is short, and caches again when there is space', async () => {
  let now = 1
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  const expiration = new CacheExpiration(PICTURE_CACHE, { maxEntries: 1_500 })
  const cache = await globalThis.caches.open(PICTURE_CACHE)
  for (let index = 1; index <= 310; index++) {
    await cache.put(`${location.origin}${pathOf(index)}`, new Response('x'))
    await expiration.updateTimestamp(`${location.origin}${pathOf(index)}`)
  }
  stubEstimate(30, 50)
  expect(await isCached()).toBe(true)
  stubEstimate(45, 50)
  // The storage estimate is not read for every picture.
  for (let index = 2; index <= 20; index++) expect(await isCached()).toBe(true)
  expect(await isCached()).toBe(false)
  const left = caches.all()[PICTURE_CACHE] ?? []
  expect([left.length, left.includes(pathOf(10)), left.includes(pathOf(11)), left.at(-1)]).toEqual([
    300,
    false,
    true,
    pathOf(310),
  ])
  stubEstimate(30, 50)
  for (let index = 2; index <= 20; index++) expect(await isCached()).toBe(false)
  expect(await isCached()).toBe(true)
})
