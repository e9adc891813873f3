/** Where the app finds the API, as the page will see it. */
export interface ApiLocation {
  /** For `<meta name="api-base">`; nothing where the page finds it by itself (API page, "Base"). */
  base: string | undefined
  /** For the page's content policy; nothing when it is the page's own. */
  origin: string | undefined
}

/** The page looks here by itself on this machine's names. */
const FALLBACK_PORT = 8787
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/** `API_BASE` when set; else this machine's API port, or the page's host with `api.` before it. */
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
  // The header is the caller's to write: what is no host name does not get into the policy.
  return { base: undefined, origin: HOST.test(host) ? `${isSecure ? 'https' : 'http'}://api.${host}` : undefined }
}
