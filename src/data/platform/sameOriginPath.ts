/** Stands for this site: what resolves away from it leads elsewhere. */
const HERE = 'http://here.invalid'

/** Where a notification leads, when that is a place of this site: nothing else is a link. */
export function sameOriginPath(path: string | null): string | undefined {
  if (!path?.startsWith('/')) return undefined
  try {
    const url = new URL(path, HERE)
    const inside = `${url.pathname}${url.search}${url.hash}`
    // `/.//evil.example` resolves to `//evil.example`, which the next reader would take for another host.
    return url.origin === HERE && !inside.startsWith('//') ? inside : undefined
  } catch {
    return undefined
  }
}
