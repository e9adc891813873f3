/** Where people go when no better place is known. */
export const HOME = '/'
/** Longer ones are nobody's address. */
const PATH_MAX = 2000
/** Stands for this site: what resolves away from it leads elsewhere. */
const HERE = 'http://here.invalid'
/** Control characters, and those that turn the reading direction: an address that hides itself. */
const HIDING = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * The place to return to after signing in, from the address and so from anybody: a path of this site or home. Signing
 * in and out are no places to return to (a prepared link would sign the person out again).
 */
export function readReturnPath(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > PATH_MAX) return HOME
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\') || HIDING.test(raw)) return HOME
  const url = attempt(() => new URL(raw, HERE))
  if (url?.origin !== HERE) return HOME
  // `/.//evil.example` resolves to `//evil.example`, which the next reader would take for another host.
  const path = attempt(() => decodeURIComponent(url.pathname))
  if (path === undefined || path.startsWith('//') || path.includes('\\') || HIDING.test(path)) return HOME
  if (/^\/+auth(\/|$)/i.test(path)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

/** The search of the account's screens: where to go afterwards; home goes without saying. */
export interface ReturnSearch {
  redirect?: string | undefined
}

/** Names `redirect` always: what a route's validation leaves out, the router takes from the address as it is. */
export function readReturnSearch(raw: Record<string, unknown>): ReturnSearch {
  return returnSearch(readReturnPath(raw.redirect))
}

export function returnSearch(path: string): ReturnSearch {
  return { redirect: path === HOME ? undefined : path }
}

function attempt<Result>(make: () => Result): Result | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
