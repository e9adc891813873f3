/** The API's location as the page sees it. */
export interface ApiLocation {
  /** For `<meta name="api-base">`; undefined if the page finds the API by itself (docs/api.md). */
  base: string | undefined
  /** For the page's content security policy; undefined if it is the page's own origin. */
  origin: string | undefined
}

/** The page tries this port by itself on local host names. */
const FALLBACK_PORT = 8787
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/** Returns `API_BASE` if set, otherwise the local API port, or the page's host prefixed with `api.`. */
export function apiLocation(
  settings: { apiBase: string | undefined; apiPort: number },
  { host, isSecure }: { host: string; isSecure: boolean },
): ApiLocation {
  if (settings.apiBase !== undefined) {
    const isElsewhere = URL.canParse(settings.apiBase)
    return { base: settings.apiBase, origin: isElsewhere ? new URL(settings.apiBase).origin : undefined }
  }
  const name = THIS_MACHINE.exec(host)?.[1]
  if (name !== undefined) {
    const origin = `http://${name}:${settings.apiPort}`
    const isKnown = settings.apiPort === FALLBACK_PORT && name !== '[::1]'
    return { base: isKnown ? undefined : origin, origin }
  }
  // The caller controls the header: only a valid host name gets into the policy.
  return { base: undefined, origin: HOST.test(host) ? `${isSecure ? 'https' : 'http'}://api.${host}` : undefined }
}
