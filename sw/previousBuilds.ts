import { PREVIOUS_BUILD_PREFIX } from '#data/platform/cacheNames.ts'

const PREVIOUS_BUILDS_CACHE = `${PREVIOUS_BUILD_PREFIX}files`

/**
 * Number of files kept. A build has about 26, about 2 MB; builds before November 2026 had 176, all of which the first
 * build with fewer files replaces.
 */
export const MAX_PREVIOUS_FILES = 200

/**
 * Keeps the built files that the new build replaces: a playing or typing tab is not reloaded, and may later load a
 * chunk offline. `without`: files that the new build also uses.
 */
export async function cachePreviousBuild({
  from,
  built,
  without,
}: {
  from: string
  built: string
  without: Set<string>
}) {
  const current = await caches.open(from)
  const previous = await caches.open(PREVIOUS_BUILDS_CACHE)
  for (const request of await current.keys()) {
    if (!new URL(request.url).pathname.startsWith(built) || without.has(request.url)) continue
    const answer = await current.match(request)
    if (answer) await previous.put(request, answer)
  }
  // In the order of writing, independent of the clock.
  const oldest = (await previous.keys()).slice(0, -MAX_PREVIOUS_FILES)
  await Promise.all(oldest.map((request) => previous.delete(request)))
  await deleteNumberedCaches()
}

export function previousBuildFile(url: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName: PREVIOUS_BUILDS_CACHE, ignoreVary: true })
}

/** Earlier versions had a cache for each build. */
async function deleteNumberedCaches(): Promise<void> {
  const names = await caches.keys()
  const numbered = names.filter((name) => name.startsWith(PREVIOUS_BUILD_PREFIX) && name !== PREVIOUS_BUILDS_CACHE)
  await Promise.all(numbered.map((name) => caches.delete(name)))
}
