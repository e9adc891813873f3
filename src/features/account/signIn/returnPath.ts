import { ignoring } from '#data/platform/ignoring.ts'
/** Default destination after signing in. */
export const HOME = '/'
/** Maximum length of a return path. */
const PATH_MAX = 2000
/** Base for resolving paths: a result with another origin leads to another site. */
const BASE_URL = 'http://here.invalid'
/** Control characters and bidirectional overrides, which can disguise a URL. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Validates the return path from the address, which is untrusted input. Returns a path of this site, or home. The
 * account's own screens are rejected, because a crafted link could sign the user out again.
 */
export function readReturnPath(raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > PATH_MAX) return HOME
  if (!raw.startsWith('/') || raw.startsWith('//') || raw.includes('\\') || HIDDEN_CHARACTERS.test(raw)) return HOME
  const url = valueOrUndefined(() => new URL(raw, BASE_URL))
  if (url?.origin !== BASE_URL) return HOME
  // `/.//evil.example` resolves to `//evil.example`, which would be parsed as another host.
  const path = valueOrUndefined(() => decodeURIComponent(url.pathname))
  if (path === undefined || path.startsWith('//') || path.includes('\\') || HIDDEN_CHARACTERS.test(path)) return HOME
  if (/^\/+auth(\/|$)/i.test(path)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

/** Search parameters of the account screens; `redirect` is omitted for home. */
export interface ReturnSearch {
  redirect?: string | undefined
}

/** Always sets `redirect`: the router keeps the raw value of a parameter that validation omits. */
export function readReturnSearch(raw: Record<string, unknown>): ReturnSearch {
  return returnSearch(readReturnPath(raw.redirect))
}

export function returnSearch(path: string): ReturnSearch {
  return { redirect: path === HOME ? undefined : path }
}

function valueOrUndefined<Result>(make: () => Result): Result | undefined {
  try {
    return make()
  } catch (failure) {
    return ignoring('TypeError', 'URIError')(failure)
  }
}
