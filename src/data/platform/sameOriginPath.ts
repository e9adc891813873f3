import { ignoring } from './ignoring.ts'

/** A placeholder origin: paths that resolve to another origin are rejected. */
const HERE = 'http://here.invalid'

/** Returns the path, query and hash of a notification's link when it stays on this site, otherwise undefined. */
export function sameOriginPath(path: string | null): string | undefined {
  if (!path?.startsWith('/')) return undefined
  try {
    const url = new URL(path, HERE)
    const inside = `${url.pathname}${url.search}${url.hash}`
    // `/.//evil.example` resolves to `//evil.example`, which a browser would treat as another host.
    return url.origin === HERE && !inside.startsWith('//') ? inside : undefined
  } catch (failure) {
    return ignoring('TypeError')(failure)
  }
}
