import type { WorkboxPlugin } from 'workbox-core'

/** Largest cached picture in bytes, about ten times the largest that the server renders. */
const MAX_BYTES = 3_000_000

/** Rejects responses that are no pictures, from the network and from caches that an earlier version filled. */
export const picturesOnly = {
  async fetchDidSucceed({ request, response }) {
    if (response.status === 200 && !isPicture(request.url, response)) throw new TypeError('no picture')
    return response
  },
  async cacheWillUpdate({ response }) {
    const length = response.headers.get('Content-Length')
    const size = length === null ? (await response.clone().blob()).size : Number(length)
    return size > 0 && size <= MAX_BYTES ? response : null
  },
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && isPicture(request.url, cachedResponse) ? cachedResponse : null,
} satisfies WorkboxPlugin

/** Whether a response is a picture. The server redirects to its current version, a portal to another origin. */
export function isPicture(url: string, { url: answered, headers }: Response): boolean {
  const isRedirectedAway = answered !== '' && new URL(answered).origin !== new URL(url).origin
  return !isRedirectedAway && /^\s*image\//i.test(headers.get('Content-Type') ?? '')
}
