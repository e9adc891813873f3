import { afterEach, expect, test, vi } from 'vitest'
import { CacheExpiration } from 'workbox-expiration'
import { MEDIA_CACHE } from '#data/database/eviction.ts'
import { someCaches } from '#tests/harness/caches.ts'
import { whileThereIsRoom } from '../../sw/pictureQuota.ts'

const caches = someCaches()
afterEach(() => {
  caches.restore()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pathOf = (nth: number) => `/media/posters/tt${nth}-1-342.avif`
/** What the browser lets this site have, in MB. */
const room = (usage: number, quota: number) =>
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: usage * 1e6, quota: quota * 1e6 }), persisted: async () => false },
  })
const picture = new Response('picture')
async function isKept(): Promise<boolean> {
  const [request, event] = [new Request(`${location.origin}${pathOf(0)}`), new Event('fetch') as never]
  return (await whileThereIsRoom.cacheWillUpdate({ request, event, response: picture })) === picture
}

test('pictures obey the quota: while room is short no others come and the newest few stay; with room again they come', async () => {
  let now = 1
  vi.spyOn(Date, 'now').mockImplementation(() => now++)
  const expiration = new CacheExpiration(MEDIA_CACHE, { maxEntries: 1_500 })
  const cache = await globalThis.caches.open(MEDIA_CACHE)
  for (let nth = 1; nth <= 310; nth++) {
    await cache.put(`${location.origin}${pathOf(nth)}`, new Response('x'))
    await expiration.updateTimestamp(`${location.origin}${pathOf(nth)}`)
  }
  room(30, 50)
  expect(await isKept()).toBe(true)
  room(45, 50)
  // The browser is not asked for every picture.
  for (let nth = 2; nth <= 20; nth++) expect(await isKept()).toBe(true)
  expect(await isKept()).toBe(false)
  const left = caches.all()[MEDIA_CACHE] ?? []
  expect([left.length, left.includes(pathOf(10)), left.includes(pathOf(11)), left.at(-1)]).toEqual([
    300,
    false,
    true,
    pathOf(310),
  ])
  room(30, 50)
  for (let nth = 2; nth <= 20; nth++) expect(await isKept()).toBe(false)
  expect(await isKept()).toBe(true)
})
