import { PREVIOUS_BUILD_PREFIX } from '#data/platform/cacheNames.ts'

/** Number of previous builds kept. */
const BUILDS = 4

/**
 * Keeps the built files that the new build replaces: a playing or typing tab is not reloaded, and may later load a
 * chunk that the server no longer has. `without`: files that the new build also uses.
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
  const names = await previousBuildCaches()
  const current = await caches.open(from)
  const going = (await current.keys()).filter(({ url }) => new URL(url).pathname.startsWith(built) && !without.has(url))
  if (going.length === 0) return
  const former = await caches.open(`${PREVIOUS_BUILD_PREFIX}${(numberOf(names[0]) ?? 0) + 1}`)
  for (const request of going) {
    const answer = await current.match(request)
    if (answer) await former.put(request, answer)
  }
  await Promise.all(names.slice(BUILDS - 1).map((name) => caches.delete(name)))
}

/** Returns the file from the newest build that has it. */
export async function previousBuildFile(url: string): Promise<Response | undefined> {
  for (const name of await previousBuildCaches()) {
    const answer = await caches.match(url, { cacheName: name, ignoreVary: true })
    if (answer) return answer
  }
  return undefined
}

/** Newest first. Numbered, because clocks can be wrong. */
async function previousBuildCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREVIOUS_BUILD_PREFIX))
  return names.toSorted((one, other) => (numberOf(other) ?? 0) - (numberOf(one) ?? 0))
}

function numberOf(name: string | undefined): number | undefined {
  const number = Number(name?.slice(PREVIOUS_BUILD_PREFIX.length))
  return Number.isInteger(number) ? number : undefined
}
