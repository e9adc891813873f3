/** What a newer build has replaced, one cache for each build that was. */
const CACHE_PREFIX = 'parde-former-'
/** So many builds back a tab may still ask for a part it has not loaded yet. */
const BUILDS = 4

/**
 * Keeps the built files that are about to go: a tab that plays or types is not reloaded, and a part of its build that it
 * comes to need later is no longer on the server. `without`: what stays anyway.
 */
export async function keepPreviousBuild({
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
  const former = await caches.open(`${CACHE_PREFIX}${(numberOf(names[0]) ?? 0) + 1}`)
  for (const request of going) {
    const answer = await current.match(request)
    if (answer) await former.put(request, answer)
  }
  await Promise.all(names.slice(BUILDS - 1).map((name) => caches.delete(name)))
}

/** From the newest build that had it. */
export async function previousBuildFile(url: string): Promise<Response | undefined> {
  for (const name of await previousBuildCaches()) {
    const answer = await caches.match(url, { cacheName: name, ignoreVary: true })
    if (answer) return answer
  }
  return undefined
}

/** The newest first. They are counted, since clocks can be wrong. */
async function previousBuildCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  return names.toSorted((one, other) => (numberOf(other) ?? 0) - (numberOf(one) ?? 0))
}

function numberOf(name: string | undefined): number | undefined {
  const number = Number(name?.slice(CACHE_PREFIX.length))
  return Number.isInteger(number) ? number : undefined
}
